// The texts of the driver's page.
import type { Language } from '../../ui/locale-of.ts'

const es = {
  title: 'Viaje',
  loading: 'Cargando…',
  tryAgain: 'Probar de nuevo',
  hello: (name: string) => `Hola, ${name}`,
  stopOf: (stop: number, stops: number) => `Parada ${stop} de ${stops}`,
  allDone: (stops: number) => (stops === 1 ? 'La parada está hecha' : `Las ${stops} paradas están hechas`),
  noStops: 'Todavía no tiene paradas',
  packages: (count: number) => (count === 1 ? '1\u00a0bulto' : `${count}\u00a0bultos`),
  notes: 'Indicaciones',
  schedule: 'Recibe',
  contact: 'Contacto',
  sender: 'De',
  order: 'Pedido',
  remitos: (count: number) => (count === 1 ? 'Remito' : 'Remitos'),
  reason: 'Motivo',
  call: 'Llamar',
  navigate: 'Cómo llegar',
  fail: 'No se pudo',
  accept: 'Entregar',
  acceptAt: (name: string) => `Entregar en ${name}`,
  callTo: (name: string) => `Llamar a ${name}`,
  navigateTo: (name: string) => `Cómo llegar a ${name}`,
  failAt: (name: string) => `No se pudo entregar en ${name}`,
  outcomes: { delivered: 'Entregado', failed: 'No se pudo', cancelled: 'Cancelado' },
  refusals: {
    'not-departed':
      'El viaje todavía no salió. Ya podés ver las paradas; vas a poder avisar desde acá cuando el depósito registre la salida.',
    closed: 'El viaje está cerrado. Podés ver las paradas, pero ya no se avisa desde acá.',
    expired:
      'Pasaron 48 horas desde la salida. Podés ver las paradas; si falta avisar algo, llamá al depósito.',
  },
  failing: {
    title: 'No se pudo entregar',
    question: '¿Qué pasó?',
    common: [
      'No había nadie',
      'Estaba cerrado',
      'La dirección no es correcta',
      'No quisieron recibirlo',
      'No llegué a tiempo',
    ],
    other: 'Otro motivo',
    details: 'Detalle (opcional)',
    detailsNeeded: 'Contá qué pasó',
    hint: 'Lo leen el depósito y quien manda el pedido.',
    send: 'Avisar que no se pudo',
    sending: 'Avisando…',
    back: 'Volver',
    chooseReason: 'Elegí un motivo.',
    writeReason: 'Escribí qué pasó.',
    done: (name: string) => `Avisado: no se pudo entregar en ${name}.`,
  },
  problems: {
    unknown: {
      title: 'Este enlace no sirve',
      text: 'Puede estar incompleto, o el depósito hizo uno nuevo, que reemplaza a este. Pedile el último.',
    },
    offline: {
      title: 'Sin señal',
      text: 'No se pudo leer el viaje. Se vuelve a probar solo cuando haya señal.',
    },
    limited: {
      title: 'Demasiados intentos',
      text: 'Esperá un minuto y probá de nuevo.',
    },
    unavailable: {
      title: 'No responde el depósito',
      text: 'Probá de nuevo en un rato. Si es urgente, llamá.',
    },
  },
  stale: 'Sin señal. Esto es lo último que se leyó.',
  kept: {
    offline: (count: number) =>
      count === 1
        ? 'Sin señal. 1 entrega guardada en este teléfono: se envía sola cuando vuelva.'
        : `Sin señal. ${count} entregas guardadas en este teléfono: se envían solas cuando vuelva.`,
    sending: (count: number) =>
      count === 1
        ? 'Enviando 1 entrega guardada en este teléfono…'
        : `Enviando ${count} entregas guardadas en este teléfono…`,
    waiting: 'Guardado, sin enviar',
    refused: 'No se registró',
  },
  remitoMissing: {
    title: 'Falta leer el remito',
    text: 'Los renglones de esta parada todavía no están en este teléfono. Buscá señal y probá de nuevo.',
  },
  notSent: {
    offline: 'Sin señal: puede que el aviso no haya llegado. Tocá de nuevo; no se avisa dos veces.',
    unavailable: 'No responde el depósito. Tocá de nuevo en un rato; no se avisa dos veces.',
    limited: 'Demasiados intentos. Esperá un minuto y tocá de nuevo.',
  },
  alreadyDone: {
    delivered: 'Esta parada ya figura como entregada. Si no es así, llamá al depósito.',
    failed: 'Esta parada ya figura como no entregada.',
    cancelled: 'Este pedido se canceló. No hay que entregarlo.',
  },
  unreadable: 'No se pudo avisar. Actualizá la página y probá de nuevo.',
}

export type Texts = typeof es

const en: Texts = {
  title: 'Trip',
  loading: 'Loading…',
  tryAgain: 'Try again',
  hello: (name) => `Hello, ${name}`,
  stopOf: (stop, stops) => `Stop ${stop} of ${stops}`,
  allDone: (stops) => (stops === 1 ? 'The stop is done' : `All ${stops} stops are done`),
  noStops: 'No stops yet',
  packages: (count) => (count === 1 ? '1\u00a0package' : `${count}\u00a0packages`),
  notes: 'Instructions',
  schedule: 'Receives',
  contact: 'Contact',
  sender: 'From',
  order: 'Order',
  remitos: (count) => (count === 1 ? 'Remito' : 'Remitos'),
  reason: 'Reason',
  call: 'Call',
  navigate: 'Directions',
  fail: 'Not delivered',
  accept: 'Deliver',
  acceptAt: (name) => `Deliver to ${name}`,
  callTo: (name) => `Call ${name}`,
  navigateTo: (name) => `Directions to ${name}`,
  failAt: (name) => `Not delivered to ${name}`,
  outcomes: { delivered: 'Delivered', failed: 'Not delivered', cancelled: 'Cancelled' },
  refusals: {
    'not-departed':
      'The trip has not left yet. You can see the stops; you can report from here once the warehouse records the departure.',
    closed: 'The trip is closed. You can see the stops, but no longer report from here.',
    expired:
      '48 hours have passed since the departure. You can see the stops; if something is left to report, call the warehouse.',
  },
  failing: {
    title: 'Not delivered',
    question: 'What happened?',
    common: [
      'Nobody was there',
      'It was closed',
      'The address is wrong',
      'They would not take it',
      'I did not get there in time',
    ],
    other: 'Another reason',
    details: 'Details (optional)',
    detailsNeeded: 'Say what happened',
    hint: 'The warehouse and the sender of the order read this.',
    send: 'Report it as not delivered',
    sending: 'Reporting…',
    back: 'Back',
    chooseReason: 'Choose a reason.',
    writeReason: 'Write what happened.',
    done: (name) => `Reported: not delivered to ${name}.`,
  },
  problems: {
    unknown: {
      title: 'This link does not work',
      text: 'It may be incomplete, or the warehouse has made a new one, which replaces it. Ask for the latest.',
    },
    offline: {
      title: 'No signal',
      text: 'The trip could not be read. The page tries again by itself once there is a signal.',
    },
    limited: { title: 'Too many attempts', text: 'Wait a minute and try again.' },
    unavailable: {
      title: 'The warehouse does not answer',
      text: 'Try again in a while. If it is urgent, call.',
    },
  },
  stale: 'No signal. This is what was read last.',
  kept: {
    offline: (count) =>
      count === 1
        ? 'No signal. 1 delivery is kept on this phone: it is sent by itself once there is one.'
        : `No signal. ${count} deliveries are kept on this phone: they are sent by themselves once there is one.`,
    sending: (count) =>
      count === 1
        ? 'Sending 1 delivery that is kept on this phone…'
        : `Sending ${count} deliveries that are kept on this phone…`,
    waiting: 'Kept, not sent yet',
    refused: 'Not recorded',
  },
  remitoMissing: {
    title: 'The remito was not read yet',
    text: 'The lines of this stop are not on this phone yet. Find a signal and try again.',
  },
  notSent: {
    offline: 'No signal: this may not have arrived. Tap again; nothing is reported twice.',
    unavailable: 'The warehouse does not answer. Tap again in a while; nothing is reported twice.',
    limited: 'Too many attempts. Wait a minute and tap again.',
  },
  alreadyDone: {
    delivered: 'This stop is already recorded as delivered. If it is not, call the warehouse.',
    failed: 'This stop is already recorded as not delivered.',
    cancelled: 'This order was cancelled. It is not to be delivered.',
  },
  unreadable: 'This could not be reported. Refresh the page and try again.',
}

export const texts: Record<Language, Texts> = { es, en }
