import type { UserRole } from '../../resources/vocabulary/choices.ts';

/** Given and family names of many origins; combined, they name no real person. */
export const firstNames: readonly string[] = (
  'Aaliyah Aaron Abigail Adriana Ahmed Aiko Alan Alejandra Alicia Amara Amir Ana Andre Angela Anjali Anthony Arturo ' +
  'Ashley Beatriz Benjamin Bianca Blake Brenda Brian Bridget Caleb Camila Carlos Carmen Caroline Cedric Chloe Chris ' +
  'Clara Colin Craig Dana Daniela Darius Deborah Deepak Derek Diana Diego Dolores Dominic Elena Eli Emeka Emily Eric ' +
  'Erin Esperanza Ethan Fatima Felix Fernando Gabriela Garrett George Gloria Grace Guadalupe Hannah Hassan Hector ' +
  'Heather Hiroshi Hope Ian Imani Ingrid Isaac Isabel Ivan Jack Jamal Jasmine Javier Jenna Jerome Joanna Joaquin ' +
  'Jordan Josephine Julian Kaitlyn Karen Keisha Kelvin Kenji Kevin Kiran Kyle Lakshmi Lamar Latoya Laura Leonard Leila ' +
  'Lien Linda Logan Lorena Lucas Luz Mackenzie Malik Manuel Marcus Margaret Mariana Mario Marisol Martin Mei Melissa ' +
  'Miguel Minh Monica Nadia Natalie Neha Nicole Noah Nora Olivia Omar Oscar Pablo Patricia Paul Peter Priya Rachel ' +
  'Rafael Rajesh Ramona Raul Rebecca Reggie Renee Ricardo Robin Rosa Ruben Ruth Ryan Salma Samuel Sandra Sanjay Sara ' +
  'Sean Serena Shanice Sofia Soledad Stella Stephen Sunil Susan Tamika Tanya Teresa Thanh Thomas Tiffany Travis Tyrone ' +
  'Uma Valeria Vanessa Vernon Victor Wade Wei Wendy Xavier Yolanda Yusuf Zachary Zoe'
).split(' ');

export const lastNames: readonly string[] = (
  'Abbott Acosta Adeyemi Aguilar Ahmad Alvarado Anaya Andrade Archuleta Baca Bailey Banerjee Barrera Begay Bennett ' +
  'Bhatt Blackwood Boone Brandt Briggs Bui Bustamante Caldwell Campos Carranza Castaneda Chandler Chang Chavez Choi ' +
  'Cisneros Coleman Contreras Cordova Crawford Dalton Dang Davila Delgado Desai Dominguez Donnelly Duong Eastman ' +
  'Echeverria Ellison Enriquez Eriksen Espinoza Fairbanks Farias Fischer Fitzgerald Fleming Fuentes Galvan Garza ' +
  'Gilbert Gomez Goodwin Granger Guerra Gupta Gutierrez Haddad Hale Hammond Harjo Hartman Hayes Herrera Hinojosa ' +
  'Hoang Holloway Huang Hutchins Ibarra Iglesias Iyer Jacobs Jaramillo Jensen Jimenez Johansson Jordan Kaplan Karim ' +
  'Keller Khalil Kim Kowalski Kruger Kumar Lambert Lara Larsen Le Leal Lindqvist Lockhart Lopez Lozano Lujan Macias ' +
  'Madrigal Mahoney Maldonado Mansour Marquez Martin McAllister McKinney Mehta Mendez Menon Mercer Montoya Morales ' +
  'Morton Moya Munoz Nair Navarro Nguyen Nieto Nkemelu Norwood Novak Obregon Ochoa Oduya Okafor Olivas Olsen Ortega ' +
  'Osborne Padilla Palmer Park Parrish Patel Pena Pham Pierce Pineda Porter Prescott Quintana Quiroz Rahman Ramirez ' +
  'Rangel Rao Redbird Reese Reyes Rhodes Rios Robles Romero Rosales Rossi Ruiz Saenz Salazar Sanders Santiago Sato ' +
  'Schultz Serrano Shah Shelton Silva Singh Sloan Solis Sorensen Sosa Stafford Stokes Sullivan Suzuki Tafoya Takahashi ' +
  'Tanaka Terrell Thornton Torres Tran Trevino Trujillo Tsosie Udall Ueda Underwood Urbina Valdez Vance Vargas Velasco ' +
  'Villarreal Vo Wagner Walsh Washington Watkins Weber Whitaker Whitfield Williams Wong Yamada Yang Yarbrough Ybarra ' +
  'Yilmaz Young Zamora Zapata Zhang Ziegler'
).split(' ');

/** Job titles by the category of the company. */
export const jobTitles: Readonly<Record<string, readonly string[]>> = {
  public_agency: [
    'Director of Facilities',
    'Facilities Project Manager',
    'Purchasing Manager',
    'Bond Program Manager',
    'Deputy Director, Capital Projects',
    'Contract Administrator',
  ],
  owner: [
    'Director of Construction',
    'VP Real Estate',
    'Facilities Manager',
    'Project Manager',
    'Plant Engineer',
    'Procurement Lead',
  ],
  developer: [
    'Development Manager',
    'VP Development',
    'Managing Partner',
    'Development Associate',
    'Director of Construction',
  ],
  client: ['Construction Manager', 'Store Development Manager', 'Director of Design', 'Project Manager', 'Owner'],
  architect: ['Principal', 'Project Architect', 'Project Manager', 'Studio Director', 'Associate'],
  engineer: ['Principal Engineer', 'Project Engineer', 'Senior Associate', 'Department Manager'],
  subcontractor: ['Estimator', 'Chief Estimator', 'President', 'Operations Manager', 'Project Manager'],
  supplier: ['Inside Sales', 'Account Manager', 'Branch Manager'],
  broker: ['Senior Vice President', 'Associate', 'Tenant Representative'],
  property_manager: ['Property Manager', 'Director of Engineering', 'Regional Manager'],
  owners_representative: ['Senior Project Manager', 'Principal', 'Program Manager'],
  competitor: ['Business Development Manager', 'Preconstruction Manager'],
  other: ['Managing Director', 'Account Executive', 'Vice President', 'Manager'],
};

/** A post in the firm. */
export type Post =
  | 'principal'
  | 'preconstruction_manager'
  | 'chief_estimator'
  | 'estimator'
  | 'business_development'
  | 'coordinator'
  | 'senior_project_manager'
  | 'project_manager'
  | 'project_engineer'
  | 'superintendent'
  | 'accountant';

const several = (post: Post, count: number): Post[] => Array.from({ length: count }, () => post);

/** The posts of the firm's people. Every firm has the first twelve. */
export const posts: readonly Post[] = [
  ...(['principal', 'preconstruction_manager', 'chief_estimator', 'estimator', 'estimator'] as const),
  ...(['business_development', 'coordinator', 'senior_project_manager', 'project_manager'] as const),
  ...(['project_engineer', 'superintendent', 'accountant'] as const),
  ...several('estimator', 6),
  ...several('project_manager', 6),
  ...several('superintendent', 5),
  ...several('project_engineer', 3),
  ...several('business_development', 2),
  ...several('preconstruction_manager', 2),
  ...several('senior_project_manager', 2),
  ...several('coordinator', 1),
  ...several('principal', 1),
];

/** The role of a post: accountants are viewers; principals and chief estimators are admins, who may set up lists. */
export function roleOf(post: Post): UserRole {
  if (post === 'accountant') return 'viewer';
  return post === 'principal' || post === 'chief_estimator' ? 'admin' : 'member';
}
