import { describe, expect, it } from 'vitest'
import { matches } from './entries.ts'

describe('a command of the palette', () => {
  it.each(['nuevo', 'PED', 'ped nue', 'ped', ''])('is found by the beginnings of its words: %j', (typed) => {
    expect(matches('Nuevo pedido', typed)).toBe(true)
  })

  it('is found without accents', () => {
    expect(matches('Configuración: sesión', 'sesion configuracion')).toBe(true)
  })

  it.each(['edido', 'nuevo remito'])('is not found by anything else: %j', (typed) => {
    expect(matches('Nuevo pedido', typed)).toBe(false)
  })
})
