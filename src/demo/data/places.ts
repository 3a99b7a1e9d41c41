/** A city that the firm builds in, with its share of the work and its range of ZIP codes. */
export interface City {
  readonly name: string;
  readonly state: 'TX' | 'OK' | 'NM';
  readonly share: number;
  readonly zips: readonly [first: number, last: number];
  readonly areaCode: string;
}

const city = (
  name: string,
  state: City['state'],
  share: number,
  [first, last, areaCode]: readonly [first: number, last: number, areaCode: number],
): City => ({ name, state, share, zips: [first, last], areaCode: String(areaCode) });

/** Texas first, then Oklahoma and New Mexico, which two branch offices serve. */
export const cities: readonly City[] = [
  city('Dallas', 'TX', 22, [75201, 75254, 214]),
  city('Fort Worth', 'TX', 15, [76102, 76140, 817]),
  city('Arlington', 'TX', 6, [76010, 76018, 817]),
  city('Plano', 'TX', 6, [75023, 75025, 972]),
  city('Frisco', 'TX', 6, [75033, 75035, 972]),
  city('McKinney', 'TX', 5, [75069, 75072, 972]),
  city('Irving', 'TX', 5, [75038, 75039, 972]),
  city('Garland', 'TX', 3, [75040, 75044, 972]),
  city('Denton', 'TX', 4, [76201, 76210, 940]),
  city('Grand Prairie', 'TX', 3, [75050, 75054, 972]),
  city('Mesquite', 'TX', 2, [75149, 75150, 972]),
  city('Waco', 'TX', 4, [76701, 76712, 254]),
  city('Temple', 'TX', 2, [76501, 76504, 254]),
  city('Austin', 'TX', 9, [78701, 78759, 512]),
  city('Round Rock', 'TX', 3, [78664, 78665, 512]),
  city('Georgetown', 'TX', 3, [78626, 78628, 512]),
  city('San Antonio', 'TX', 6, [78201, 78260, 210]),
  city('Lubbock', 'TX', 5, [79401, 79424, 806]),
  city('Amarillo', 'TX', 4, [79101, 79124, 806]),
  city('Midland', 'TX', 4, [79701, 79707, 432]),
  city('Odessa', 'TX', 3, [79761, 79766, 432]),
  city('Abilene', 'TX', 3, [79601, 79606, 325]),
  city('Wichita Falls', 'TX', 2, [76301, 76310, 940]),
  city('Tyler', 'TX', 3, [75701, 75709, 903]),
  city('El Paso', 'TX', 3, [79901, 79938, 915]),
  city('Oklahoma City', 'OK', 10, [73102, 73170, 405]),
  city('Norman', 'OK', 3, [73069, 73072, 405]),
  city('Edmond', 'OK', 3, [73003, 73034, 405]),
  city('Tulsa', 'OK', 6, [74103, 74137, 918]),
  city('Lawton', 'OK', 2, [73501, 73507, 580]),
  city('Albuquerque', 'NM', 7, [87102, 87123, 505]),
  city('Rio Rancho', 'NM', 2, [87124, 87124, 505]),
  city('Santa Fe', 'NM', 3, [87501, 87508, 505]),
  city('Las Cruces', 'NM', 2, [88001, 88012, 575]),
];

/** Names for schools, subdivisions and business parks. */
export const places: readonly string[] = [
  ...['Alamo Creek', 'Arroyo Vista', 'Bear Creek', 'Blackland', 'Bluebonnet', 'Bluestem', 'Briarwood', 'Buffalo Gap'],
  ...['Canyon Rim', 'Caprock', 'Cedar Bluff', 'Cedar Ridge', 'Chisholm', 'Cimarron', 'Clear Fork', 'Cottonwood'],
  ...['Cross Timbers', 'Eastgate', 'Elm Fork', 'Enchanted Hills', 'Fairview', 'Flint Rock'],
  ...['Founders', 'Gateway', 'Granite Shoals', 'Greenbriar', 'Guadalupe', 'Hackberry', 'Harvest Hill', 'High Mesa'],
  ...['Hillcrest', 'Horizon', 'Paintbrush', 'Juniper', 'Lakeside', 'Legacy Oaks', 'Limestone', 'Live Oak'],
  ...['Llano', 'Lone Elm', 'Lone Star', 'Longhorn', 'Magnolia', 'Maple Grove', 'Meadowbrook'],
  ...['Mesa Verde', 'Mesquite Springs', 'Mission Ridge', 'Mockingbird', 'Mustang Draw', 'Northpoint', 'Oak Hollow'],
  ...['Palo Duro', 'Pecan Grove', 'Pinon', 'Pioneer', 'Post Oak', 'Prairie Rose', 'Preston Bend'],
  ...['Quail Run', 'Rancho Viejo', 'Red Rock', 'Redbud', 'Ridgeline', 'Rio Bravo', 'Riverside', 'Roadrunner'],
  ...['Rolling Hills', 'Sagebrush', 'San Jacinto', 'Sandia View', 'Savannah', 'Shady Grove', 'Silver Creek'],
  ...['Stonebridge', 'Stone Canyon', 'Sunflower', 'Sycamore', 'Tejas', 'Tierra Alta', 'Timber Creek', 'Trinity Bend'],
  ...['Turner Falls', 'Twin Buttes', 'Union Hill', 'Vista Grande', 'Walnut Creek', 'Westlake', 'White Rock'],
  ...['Wildhorse', 'Willow Bend', 'Windmill', 'Yucca Flats', 'Zilker Bend'],
];

export const streets: readonly string[] = [
  ...['Commerce St', 'Main St', 'Elm St', 'Industrial Blvd', 'Airport Fwy', 'Preston Rd', 'University Dr', 'Mesa Dr'],
  ...['Railhead Rd', 'Stockyards Blvd', 'Legacy Dr', 'Gateway Blvd', 'Trinity Mills Rd', 'Santa Fe Dr', 'Frontage Rd'],
  ...['Broadway Ave', 'Congress Ave', 'Parkway Dr', 'Technology Blvd', 'Medical Center Dr', 'College Ave', 'Ranch Rd'],
  ...[
    'Loop Rd',
    'Highland Ave',
    'Meridian Ave',
    'Cherry Ln',
    'Quail Hollow Dr',
    'Sunset Blvd',
    'Depot St',
    'Market St',
  ],
];
