import rules from 'contract:backoffice/GET /remitos/pdf'
import { backoffice } from '../../shared/backoffice.ts'
import { language } from '../../ui/languages.ts'
import { saveAs } from '../../ui/save-as.ts'

const maxPerFile = rules.query['id']?.maxItems ?? 1

/** Saves the remitos as PDFs for the printer, in the order of the ids, up to fifty per file. */
export async function printRemitos(ids: readonly string[]): Promise<void> {
  const files = Math.ceil(ids.length / maxPerFile)
  for (let file = 0; file < files; file++) {
    const id = ids.slice(file * maxPerFile, (file + 1) * maxPerFile)
    const pdf = await backoffice.remitos.pdf.list({ id }, { headers: { 'accept-language': language() } })
    await saveAs(pdf, files === 1 ? 'remitos.pdf' : `remitos-${file + 1}.pdf`)
  }
}
