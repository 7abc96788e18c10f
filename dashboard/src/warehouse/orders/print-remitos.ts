import { saveAs } from '../../ui/save-as.ts'
import { backoffice } from '../api.ts'

/** The remitos of a selection, each as its own PDF. */
export async function printRemitos(ids: readonly string[]): Promise<void> {
  for (const id of ids) await saveAs(await backoffice.remitos.pdf.get(id), `remito-${id}.pdf`)
}
