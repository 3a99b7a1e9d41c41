const latin = [
  ...['Argentina/', 'Asuncion', 'Bahia', 'Barbados', 'Belem', 'Boa_Vista', 'Bogota', 'Buenos_Aires', 'Campo_Grande'],
  ...['Cancun', 'Caracas', 'Cayenne', 'Chihuahua', 'Ciudad_Juarez', 'Costa_Rica', 'Cuiaba', 'El_Salvador', 'Fortaleza'],
  ...['Guadeloupe', 'Guatemala', 'Guayaquil', 'Guyana', 'Havana', 'Hermosillo', 'Jamaica', 'La_Paz', 'Lima', 'Managua'],
  ...['Manaus', 'Martinique', 'Matamoros', 'Mazatlan', 'Merida', 'Mexico_City', 'Monterrey', 'Montevideo', 'Noronha'],
  ...['Ojinaga', 'Paramaribo', 'Port_of_Spain', 'Porto_Velho', 'Punta_Arenas', 'Recife', 'Rio_Branco', 'Santarem'],
  ...['Santiago', 'Santo_Domingo', 'Sao_Paulo', 'Tegucigalpa', 'Tijuana'],
].join('|');

/** The time zones in which people write the day before the month. */
export const dayFirstZones = new RegExp(
  `^(?:Africa|Antarctica|Arctic|Asia(?!/Manila)|Atlantic|Australia|Europe|Indian)/|` +
    `^Pacific/(?!Honolulu|Guam|Saipan|Pago_Pago|Midway|Palau)|^America/(?:${latin})`,
);
