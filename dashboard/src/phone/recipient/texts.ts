import type { PublicRemito } from '@anden/contract'
import type { Language } from '../../ui/locale-of.ts'

type Refusal = Exclude<PublicRemito['refusal'], null>

const es = {
  title: 'Remito',
  loading: 'Cargando…',
  tryAgain: 'Probar de nuevo',
  remito: (number: string) => `Remito ${number}`,
  parties: (from: string, to: string) => `De ${from}, para ${to}`,
  packages: (count: number) => (count === 1 ? '1\u00a0bulto' : `${count}\u00a0bultos`),
  pdf: 'Ver el PDF',
  stale: 'Sin señal. Esto es lo último que se leyó.',
  states: {
    underWay: 'En camino',
    accepted: 'Recibido',
    notYet: 'Todavía no salió',
    issued: 'Emitido',
    failed: 'No entregado',
    voided: 'Anulado',
    kept: 'Guardado, sin enviar',
    refused: 'No se registró',
  },
  acceptedTitle: { accepted: 'Recibido', with_differences: 'Recibido con diferencias' },
  acceptedBy: (name: string, at: string) => `Por ${name}, ${at}.`,
  acceptedAt: (at: string) => `El ${at}.`,
  acceptedNote: 'Quedó registrado con fecha y hora. Guardá el PDF como copia.',
  refusals: {
    'already-accepted': 'Ya se recibió.',
    'not-under-way': 'Todavía no salió. Cuando esté en camino, acá vas a poder confirmar que lo recibiste.',
    'delivery-failed':
      'No se pudo entregar. Cuando vuelva a salir, acá vas a poder confirmar que lo recibiste.',
    voided: 'Este remito está anulado: no recibas mercadería con él.',
    'without-order': '',
  } satisfies Record<Refusal, string>,
  problems: {
    unknown: {
      title: 'Este enlace no sirve',
      text: 'Puede estar incompleto. Escaneá de nuevo el código del remito, o pedile el enlace a quien te lo mandó.',
    },
    offline: {
      title: 'Sin señal',
      text: 'No se pudo leer el remito. Se vuelve a probar solo cuando haya señal.',
    },
    limited: { title: 'Demasiados intentos', text: 'Esperá un minuto y probá de nuevo.' },
    unavailable: { title: 'No responde el depósito', text: 'Probá de nuevo en un rato.' },
  },
}

export type RecipientTexts = typeof es

const en: RecipientTexts = {
  title: 'Remito',
  loading: 'Loading…',
  tryAgain: 'Try again',
  remito: (number) => `Remito ${number}`,
  parties: (from, to) => `From ${from}, for ${to}`,
  packages: (count) => (count === 1 ? '1\u00a0package' : `${count}\u00a0packages`),
  pdf: 'Open the PDF',
  stale: 'No signal. This is what was read last.',
  states: {
    underWay: 'Under way',
    accepted: 'Received',
    notYet: 'Not under way yet',
    issued: 'Issued',
    failed: 'Not delivered',
    voided: 'Voided',
    kept: 'Kept, not sent yet',
    refused: 'Not recorded',
  },
  acceptedTitle: { accepted: 'Received', with_differences: 'Received with differences' },
  acceptedBy: (name, at) => `By ${name}, ${at}.`,
  acceptedAt: (at) => `On ${at}.`,
  acceptedNote: 'It is recorded with date and time. Keep the PDF as your copy.',
  refusals: {
    'already-accepted': 'It was received already.',
    'not-under-way':
      'It has not left yet. Once it is under way, you can confirm here that you have received it.',
    'delivery-failed':
      'It could not be delivered. Once it is under way again, you can confirm here that you have received it.',
    voided: 'This remito is voided: do not receive goods with it.',
    'without-order': '',
  },
  problems: {
    unknown: {
      title: 'This link does not work',
      text: 'It may be incomplete. Scan the code of the remito again, or ask whoever sent you the link.',
    },
    offline: {
      title: 'No signal',
      text: 'The remito could not be read. The page tries again by itself once there is a signal.',
    },
    limited: { title: 'Too many attempts', text: 'Wait a minute and try again.' },
    unavailable: { title: 'The warehouse does not answer', text: 'Try again in a while.' },
  },
}

export const texts: Record<Language, RecipientTexts> = { es, en }
