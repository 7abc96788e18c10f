// What both APIs declare for the printed remito.
import type { Deps } from '../../app/deps.ts'
import type { RemitoDocument, RemitoToPrint } from './document.ts'
import { remitoFileName, renderRemito } from './render.ts'

/** Increase it with every change of the layout or of the texts: it is a part of the ETag. */
const revision = 1

export const remitoPdf = (deps: Pick<Deps, 'warehouse'>) => ({
  summary: 'One remito as a PDF to print',
  description: `On A4, in the language of \`Accept-Language\` (\`es\` by default, or \`en\`). It shows both parties with CUIT and IVA condition, the items with lot, expiry date and vintage, totals, the number as text and as bar code (Code 128), and a place to sign. An egreso issued under a CAI has that CAI and the bar code of the tax authority. A voided remito is marked as such on every page.`,
  contentType: 'application/pdf',
  missing: 'remitos/not-found' as const,
  shape: (remito: RemitoToPrint): RemitoDocument => ({ ...remito, warehouse: deps.warehouse }),
  revision,
  fileName: remitoFileName,
  render: renderRemito,
})
