// The demo's clients, a winery and a producer of preserves, with their products and destinatarios.
import type { UnitType } from '@anden/contract'

export type DemoProduct = {
  sku: string
  name: string
  unit: UnitType
  /** Relative order frequency among its client's products; 0: never in stock. */
  weight: number
  /** Wine has vintages, food has a shelf life. */
  vintages?: readonly [number, number]
  shelfDays?: number
}

export const demoClients = [
  {
    id: '01990000-0000-7000-8000-000000000001',
    name: 'Bodega Los Álamos',
    cuit_dni: '30707770704',
    email: 'administracion@losalamos.example',
    address: 'Ruta Provincial 15 km 28, Luján de Cuyo, Mendoza',
    iva_condition: 'responsable_inscripto',
  },
  {
    id: '01990000-0000-7000-8000-000000000002',
    name: 'Conservas del Valle',
    cuit_dni: '30712345671',
    email: 'deposito@conservasdelvalle.example',
    address: 'Calle Las Industrias 450, San Rafael, Mendoza',
    iva_condition: 'responsable_inscripto',
  },
] as const

const wine = (
  sku: string,
  name: string,
  weight: number,
  vintages: readonly [number, number],
): DemoProduct => ({
  sku,
  name,
  unit: 'caja',
  weight,
  vintages,
})

const food = (sku: string, name: string, unit: UnitType, weight: number, shelfDays: number): DemoProduct => ({
  sku,
  name,
  unit,
  weight,
  shelfDays,
})

export const demoProducts: readonly (readonly DemoProduct[])[] = [
  [
    wine('MAL-RES-750', 'Malbec Reserva 750 ml', 4, [2020, 2021]),
    wine('MAL-JOV-750', 'Malbec Joven 750 ml', 6, [2023, 2024]),
    wine('CAB-FRA-750', 'Cabernet Franc 750 ml', 3, [2021, 2022]),
    wine('TOR-750', 'Torrontés 750 ml', 3, [2024, 2025]),
    wine('BON-750', 'Bonarda 750 ml', 2, [2022, 2023]),
    wine('ESP-BRU-750', 'Espumante Brut Nature 750 ml', 2, [2021, 2022]),
    food('OLI-EXT-500', 'Aceite de oliva extra virgen 500 ml', 'caja', 2, 300),
    food('ACE-GRA', 'Aceitunas a granel', 'kg', 1, 120),
    { sku: 'COPA-6', name: 'Copas de degustación x 6', unit: 'unidad', weight: 0 },
  ],
  [
    food('DUR-ALM-820', 'Duraznos en almíbar 820 g', 'caja', 4, 500),
    food('TOM-TRI-520', 'Tomate triturado 520 g', 'bulto', 4, 240),
    food('MER-MEM-454', 'Mermelada de membrillo 454 g', 'caja', 1, 180),
    food('MIE-GRA', 'Miel multifloral a granel', 'kg', 2, 540),
    { sku: 'OLI-EXT-500', name: 'Aceite de oliva extra virgen 500 ml', unit: 'caja', weight: 0 },
  ],
]

/** Orders on an average working day, by client. */
export const ordersPerDay = [0.82, 0.38]

export const demoDestinatarios: readonly (readonly {
  name: string
  city: string
  province: string
  address: string
  phone: string
}[])[] = [
  [
    {
      name: 'Vinoteca del Centro',
      city: 'Mendoza',
      province: 'Mendoza',
      address: 'Av. San Martín 1250',
      phone: '+54 261 555-0100',
    },
    {
      name: 'Almacén Ñandú',
      city: 'Córdoba',
      province: 'Córdoba',
      address: 'Bv. Illia 480',
      phone: '+54 351 555-0142',
    },
    {
      name: 'Restó El Parral',
      city: 'Buenos Aires',
      province: 'CABA',
      address: 'Gorriti 5120',
      phone: '+54 11 5555-0177',
    },
  ],
  [
    {
      name: 'Supermercados Unión',
      city: 'Rosario',
      province: 'Santa Fe',
      address: 'Av. Pellegrini 2100',
      phone: '+54 341 555-0199',
    },
    {
      name: 'Dietética La Huerta',
      city: 'La Plata',
      province: 'Buenos Aires',
      address: 'Calle 12 N.º 845',
      phone: '+54 221 555-0123',
    },
  ],
]
