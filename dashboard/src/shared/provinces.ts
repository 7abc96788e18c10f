/** The 24 jurisdictions of Argentina, as they are written in addresses. */
const names = [
  'Buenos Aires',
  'Catamarca',
  'Chaco',
  'Chubut',
  'Córdoba',
  'Corrientes',
  'Entre Ríos',
  'Formosa',
  'Jujuy',
  'La Pampa',
  'La Rioja',
  'Mendoza',
  'Misiones',
  'Neuquén',
  'Río Negro',
  'Salta',
  'San Juan',
  'San Luis',
  'Santa Cruz',
  'Santa Fe',
  'Santiago del Estero',
  'Tierra del Fuego',
  'Tucumán',
]

export const provinces = [
  { value: 'CABA', label: 'Ciudad Autónoma de Buenos Aires (CABA)' },
  ...names.map((name) => ({ value: name, label: name })),
]
