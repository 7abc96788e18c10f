import { Anden } from '@anden/sdk'

const { ANDEN_URL = '', ANDEN_API_KEY = '' } = process.env
const anden = new Anden({ baseUrl: ANDEN_URL, apiKey: ANDEN_API_KEY })

const { data } = await anden.requests.list({ limit: 5 })
for (const { method, path, status, request_id, problem } of data)
  console.log(status, method, path, problem?.type ?? '', request_id)
