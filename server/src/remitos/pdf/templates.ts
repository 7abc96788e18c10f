// The documents that the rendering threads can draw.
import type { Language } from '@anden/contract'
import type { RenderJob } from '../../http/reads/documents/render-threads.ts'
import type { RemitoDocument } from './document.ts'
import { renderRemito, renderRemitos } from './render.ts'

/** The script of the threads. */
export const templatesScript = new URL('./thread.ts', import.meta.url)

export type RemitoTemplate = 'remito' | 'remitos'

export function drawTemplate({ template, shown, language }: RenderJob): Promise<Buffer> {
  return templates[template as RemitoTemplate](shown, language)
}

const templates: Record<RemitoTemplate, (shown: unknown, language: Language) => Promise<Buffer>> = {
  remito: (shown, language) => renderRemito(shown as RemitoDocument, language),
  remitos: (shown, language) => renderRemitos(shown as RemitoDocument[], language),
}
