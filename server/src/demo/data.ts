// Who and what the demo is about: a winery and a maker of preserves.
import type { UnitType } from '@anden/contract'

type DemoLot = {
  number: string
  quantity: number
  expiresInDays: number | null
  vintage: number | null
}
export type DemoProduct = { sku: string; name: string; unit: UnitType; lots: readonly DemoLot[] }

export const demoClients = [
  {
    id: '01990000-0000-7000-8000-000000000001',
    name: 'Bodega Los Álamos',
    cuit_dni: '30707770704',
    email: 'administracion@losalamos.example',
  },
  {
    id: '01990000-0000-7000-8000-000000000002',
    name: 'Conservas del Valle',
    cuit_dni: '30712345671',
    email: 'deposito@conservasdelvalle.example',
  },
] as const

const wine = (sku: string, name: string, vintages: Record<number, number>): DemoProduct => ({
  sku,
  name,
  unit: 'caja',
  lots: Object.entries(vintages).map(([vintage, quantity]) => ({
    number: `${sku}-${vintage}`,
    quantity,
    expiresInDays: null,
    vintage: Number(vintage),
  })),
})

const food = (sku: string, name: string, unit: UnitType, lots: readonly [number, number][]): DemoProduct => ({
  sku,
  name,
  unit,
  lots: lots.map(([quantity, expiresInDays], i) => ({
    number: `L26${String(i + 1).padStart(2, '0')}-${sku}`,
    quantity,
    expiresInDays,
    vintage: null,
  })),
})

export const demoProducts: readonly (readonly DemoProduct[])[] = [
  [
    wine('MAL-RES-750', 'Malbec Reserva 750 ml', { 2020: 80, 2021: 240 }),
    wine('MAL-JOV-750', 'Malbec Joven 750 ml', { 2024: 420 }),
    wine('CAB-FRA-750', 'Cabernet Franc 750 ml', { 2021: 96, 2022: 150 }),
    wine('TOR-750', 'Torrontés 750 ml', { 2025: 180 }),
    wine('BON-750', 'Bonarda 750 ml', { 2023: 60 }),
    wine('ESP-BRU-750', 'Espumante Brut Nature 750 ml', { 2022: 130 }),
    food('OLI-EXT-500', 'Aceite de oliva extra virgen 500 ml', 'caja', [
      [40, 22],
      [110, 210],
    ]),
    food('ACE-GRA', 'Aceitunas a granel', 'kg', [
      [125.5, 12],
      [340.25, 95],
    ]),
    { sku: 'COPA-6', name: 'Copas de degustación x 6', unit: 'unidad', lots: [] },
  ],
  [
    food('DUR-ALM-820', 'Duraznos en almíbar 820 g', 'caja', [
      [60, 18],
      [300, 400],
    ]),
    food('TOM-TRI-520', 'Tomate triturado 520 g', 'bulto', [[220, 310]]),
    food('MER-MEM-454', 'Mermelada de membrillo 454 g', 'caja', [
      [35, -4],
      [90, 160],
    ]),
    food('MIE-GRA', 'Miel multifloral a granel', 'kg', [[512.75, 540]]),
  ],
]

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
  ],
]
