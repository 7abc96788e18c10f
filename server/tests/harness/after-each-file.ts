import { afterAll } from 'vitest'
import { clearLeftOver } from './left-over.ts'

afterAll(clearLeftOver, 60_000)
