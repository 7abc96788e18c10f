// Verifies a delivery that was saved to files:
// ANDEN_WEBHOOK_SECRETS=whsec_… node main.ts headers.txt body.json
import { readFileSync } from 'node:fs'
import { verifyWebhook } from './verify-webhook.ts'

const [headersFile = '', bodyFile = ''] = process.argv.slice(2)
const secrets = (process.env['ANDEN_WEBHOOK_SECRETS'] ?? '').split(',').filter((secret) => secret !== '')
const signature = readFileSync(headersFile, 'utf8')
  .split('\n')
  .find((line) => line.toLowerCase().startsWith('service-signature:'))
  ?.replace(/^[^:]*:/, '')
const body = readFileSync(bodyFile)

try {
  verifyWebhook(signature, body, secrets)
  const event = JSON.parse(body.toString())
  process.stdout.write(`valid ${event.type} ${event.id}\n`)
} catch (error) {
  process.stdout.write(`invalid ${(error as Error).message}\n`)
  process.exitCode = 1
}
