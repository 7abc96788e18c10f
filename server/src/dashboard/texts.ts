// The page that a browser shows while there is no dashboard yet.
import type { Language } from '@anden/contract'

type Notice = { title: string; text: string }

export const pageTexts: Record<Language, Record<'building' | 'failed', Notice>> = {
  es: {
    building: {
      title: 'Preparando el panel',
      text: 'Se arma una sola vez y tarda unos segundos. Esta página se actualiza sola. La API ya responde.',
    },
    failed: {
      title: 'El panel no está disponible',
      text: 'No se pudo armar; la salida del servicio dice por qué. La API y la <a href="/docs">documentación</a> funcionan.',
    },
  },
  en: {
    building: {
      title: 'Preparing the dashboard',
      text: 'It is built once, which takes a few seconds. This page reloads by itself. The API is already available.',
    },
    failed: {
      title: 'The dashboard is not available',
      text: 'It could not be built; the output of the service says why. The API and the <a href="/docs">documentation</a> work.',
    },
  },
}
