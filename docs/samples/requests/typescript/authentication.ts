import { Anden } from '@anden/sdk'

const { ANDEN_URL = '', ANDEN_API_KEY = '' } = process.env
const anden = new Anden({ baseUrl: ANDEN_URL, apiKey: ANDEN_API_KEY })

const { client } = await anden.me.get()
console.log(client.name)
