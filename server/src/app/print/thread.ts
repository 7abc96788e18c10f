// Runs in the threads that render documents. Only they load the PDF library and the fonts, with the first document.
import { renderInThread } from '../../http/reads/documents/render-threads.ts'
import { drawTemplate } from './templates.ts'

renderInThread(drawTemplate)
