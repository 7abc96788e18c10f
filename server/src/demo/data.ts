// The demo's clients, a winery and a producer of preserves, with their products and destinatarios.
import { type UnitType, withCheckDigit } from '@anden/contract'
import { createProduct } from '../catalog/products.ts'
import { createDestinatario } from '../destinatarios/change.ts'
import { clientByCuit, insertClient } from '../identity/queries.ts'
import type { StepContext } from './history.ts'

type DemoProduct = {
  sku: string
  name: string
  unit: UnitType
  /** Where it stands, and what one unit weighs. */
  place: readonly [location: string, weightKg: number]
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

/** A case of six bottles. */
const wine = (
  sku: string,
  name: string,
  location: string,
  weight: number,
  vintages: readonly [number, number],
): DemoProduct => ({
  sku,
  name,
  unit: 'caja',
  place: [location, 7.8],
  weight,
  vintages,
})

const food = (
  sku: string,
  name: string,
  unit: UnitType,
  place: DemoProduct['place'],
  weight: number,
  shelfDays: number,
): DemoProduct => ({ sku, name, unit, place, weight, shelfDays })

const demoProducts: readonly (readonly DemoProduct[])[] = [
  [
    wine('MAL-RES-750', 'Malbec Reserva 750 ml', 'A-2-1', 4, [2020, 2021]),
    wine('MAL-JOV-750', 'Malbec Joven 750 ml', 'A-10-1', 6, [2023, 2024]),
    wine('CAB-FRA-750', 'Cabernet Franc 750 ml', 'A-2-3', 3, [2021, 2022]),
    wine('TOR-750', 'Torrontés 750 ml', 'A-4-2', 3, [2024, 2025]),
    wine('BON-750', 'Bonarda 750 ml', 'A-4-3', 2, [2022, 2023]),
    wine('ESP-BRU-750', 'Espumante Brut Nature 750 ml', 'A-12-2', 2, [2021, 2022]),
    food('OLI-EXT-500', 'Aceite de oliva extra virgen 500 ml', 'caja', ['B-1-2', 5.7], 2, 300),
    food('ACE-GRA', 'Aceitunas a granel', 'kg', ['C-1-1', 1], 1, 120),
    { sku: 'COPA-6', name: 'Copas de degustación x 6', unit: 'unidad', place: ['E-1-1', 1.35], weight: 0 },
  ],
  [
    food('DUR-ALM-820', 'Duraznos en almíbar 820 g', 'caja', ['D-3-1', 11.4], 4, 500),
    food('TOM-TRI-520', 'Tomate triturado 520 g', 'bulto', ['D-1-1', 7.1], 4, 240),
    food('MER-MEM-454', 'Mermelada de membrillo 454 g', 'caja', ['D-3-4', 6.65], 1, 180),
    food('MIE-GRA', 'Miel multifloral a granel', 'kg', ['C-2-1', 1], 2, 540),
    {
      sku: 'OLI-EXT-500',
      name: 'Aceite de oliva extra virgen 500 ml',
      unit: 'caja',
      place: ['D-5-1', 5.7],
      weight: 0,
    },
  ],
]

/** Orders on an average working day, by client. */
export const ordersPerDay = [0.82, 0.38]

const demoDestinatarios: readonly (readonly {
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

// Creates the demo's clients with their products and destinatarios.

export type CreatedProduct = DemoProduct & { id: string }
/** Without products and destinatarios until setUpClient has run. */
export type DemoClient = { clientId: string; products: CreatedProduct[]; destinatarioIds: string[] }

export const newDemoClients = (): DemoClient[] =>
  demoClients.map(({ id }) => ({ clientId: id, products: [], destinatarioIds: [] }))

export async function setUpClient({ tx, by }: StepContext, index: number, client: DemoClient): Promise<void> {
  for (const fields of demoClients.filter(({ id }) => id === client.clientId)) {
    // A real client may already have the invented CUIT.
    const taken = await tx.maybeOne(clientByCuit(fields.cuit_dni))
    await tx.run(insertClient({ ...fields, cuit_dni: taken ? null : fields.cuit_dni }))
  }
  for (const [position, product] of (demoProducts[index] ?? []).entries()) {
    const { name, sku, unit, place } = product
    const [location, weight_kg] = place
    // Numbers that start with 2 are for use within a company. What is weighed has no bar code.
    const gtin =
      unit === 'kg' ? null : withCheckDigit(`2${String(1000 * index + position + 1).padStart(11, '0')}`)
    const given = { name, sku, unit_type: unit, gtin, location, weight_kg }
    const { id } = await createProduct(tx, by, client.clientId, given)
    client.products.push({ ...product, id })
  }
  for (const destinatario of demoDestinatarios[index] ?? []) {
    client.destinatarioIds.push((await createDestinatario(tx, by, client.clientId, destinatario)).id)
  }
}

export function productOf(client: DemoClient | undefined, sku: string): CreatedProduct {
  const product = client?.products.find((candidate) => candidate.sku === sku)
  if (!product) throw new Error(`the demo has no product ${sku}`)
  return product
}
