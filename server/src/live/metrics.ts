import { Gauge } from 'prom-client'
import { registry } from '../metrics.ts'

export const liveStreams = new Gauge({
  name: 'anden_live_streams',
  help: 'Live streams that are open',
  registers: [registry],
})
