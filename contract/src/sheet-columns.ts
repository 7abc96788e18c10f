// The columns of the sheets that are imported, and the headings by which they are recognised.

/** In lower case, without accents, with one space between words: `Nº de Lote` and `n-de-lote` are the same. */
export const plainColumnName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** The names that a heading may give a column, the Spanish one of the template first. Its own name is always understood. */
export type ColumnNames<Column extends string> = Readonly<Record<Column, readonly [string, ...string[]]>>

/** Finds the column that a heading names, in English or in Spanish, without regard to case and accents. */
export function columnFinder<Column extends string>(names: ColumnNames<Column>) {
  const columns = Object.keys(names) as Column[]
  const byName = new Map(
    columns.flatMap((column) =>
      [column, ...names[column]].map((name) => [plainColumnName(name), column] as const),
    ),
  )
  return (heading: string): Column | undefined => byName.get(plainColumnName(heading))
}

/** The columns of a sheet with orders. Required: reference, destinatario, quantity, and sku or product_id. */
export const orderColumns = {
  reference: ['referencia', 'pedido', 'orden de compra', 'oc', 'ref', 'numero de pedido', 'order'],
  destinatario: ['cliente', 'destino', 'cuit', 'recipient', 'razon social'],
  sku: ['codigo', 'cod', 'codigo de producto', 'articulo'],
  product_id: ['id de producto', 'producto id'],
  quantity: ['cantidad', 'cant', 'unidades'],
  vintage_year: ['cosecha', 'anada', 'ano de cosecha', 'vintage'],
  notes: ['notas', 'observaciones', 'comentarios'],
  delivery_type: ['entrega', 'tipo de entrega', 'modalidad', 'delivery'],
  delivery_address: ['direccion', 'domicilio', 'direccion de entrega', 'address'],
  delivery_city: ['ciudad', 'localidad', 'city'],
  delivery_province: ['provincia', 'province'],
  delivery_contact: ['contacto', 'contacto de entrega', 'contact'],
} as const satisfies ColumnNames<string>
export type OrderColumn = keyof typeof orderColumns
export const requiredOrderColumns = ['reference', 'destinatario', 'quantity'] as const

/** Of `POST /destinatarios/imports`. Required: name. A blank cell changes nothing. */
export const destinatarioColumns = {
  name: ['nombre', 'destinatario', 'razon social', 'cliente', 'recipient'],
  cuit_dni: ['cuit', 'cuit dni', 'dni', 'documento', 'cuil', 'cuit o dni', 'tax id'],
  address: ['direccion', 'domicilio', 'calle'],
  city: ['ciudad', 'localidad'],
  province: ['provincia'],
  postal_code: ['codigo postal', 'cp', 'zip'],
  phone: ['telefono', 'tel', 'celular'],
  email: ['correo', 'mail', 'e mail', 'correo electronico'],
  iva_condition: ['condicion iva', 'condicion de iva', 'iva', 'condicion frente al iva'],
  delivery_schedule: ['horario', 'horario de entrega', 'horario de recepcion'],
  id: ['identificador'],
} as const satisfies ColumnNames<string>
export const requiredDestinatarioColumns = ['name'] as const

/** Of `POST /products/imports`. Required: sku; for a new product also name and unit_type. A blank cell changes nothing. */
export const productColumns = {
  sku: ['codigo', 'cod', 'codigo de producto', 'articulo'],
  name: ['nombre', 'producto', 'descripcion', 'nombre del producto'],
  unit_type: ['unidad', 'unidad de medida', 'unit', 'um'],
  gtin: ['codigo de barras', 'ean', 'barcode', 'bar code', 'codigo de barra'],
  location: ['ubicacion', 'posicion', 'estanteria', 'lugar'],
  weight_kg: ['peso', 'peso kg', 'peso en kg', 'peso unitario', 'kg por unidad', 'weight'],
} as const satisfies ColumnNames<string>
export const requiredProductColumns = ['sku'] as const

/** Of `POST /inbound/read-sheet`. Required: sku and quantity. */
export const inboundColumns = {
  sku: ['codigo', 'cod', 'codigo de producto', 'articulo', 'producto', 'product', 'code'],
  quantity: ['cantidad', 'cant', 'unidades', 'qty'],
  lot_number: ['lote', 'numero de lote', 'nro de lote', 'n de lote', 'nro lote', 'lot'],
  expiry_date: [
    ...(['vencimiento', 'vence', 'vto', 'fecha de vencimiento', 'fecha de vto'] as const),
    ...(['fecha vencimiento', 'expiry', 'expires'] as const),
  ],
  vintage_year: ['cosecha', 'anada', 'ano de cosecha', 'vintage'],
} as const satisfies ColumnNames<string>
export type InboundColumn = keyof typeof inboundColumns
