// The documents that the rendering threads can draw, of every room.
import { proofTemplates } from '../../acceptances/proof/render.ts'
import type { RenderJob, Templates } from '../../http/reads/documents/render-threads.ts'
import { noticeLabelTemplates } from '../../inbound/pdf/labels.ts'
import { labelTemplates } from '../../orders/pdf/labels.ts'
import { pickListTemplates } from '../../orders/pdf/pick-list.ts'
import { remitoTemplates } from '../../remitos/pdf/render.ts'
import { tripTemplates } from '../../trips/route-sheet.ts'

/** The script of the threads. */
export const templatesScript = new URL('./thread.ts', import.meta.url)

const templates: Templates = {
  ...remitoTemplates,
  ...pickListTemplates,
  ...labelTemplates,
  ...noticeLabelTemplates,
  ...tripTemplates,
  ...proofTemplates,
}

export function drawTemplate({ template, shown, language, files = {} }: RenderJob): Promise<Uint8Array> {
  const draw = templates[template]
  if (!draw) throw new Error(`there is no template "${template}"`)
  return draw(shown, language, files)
}
