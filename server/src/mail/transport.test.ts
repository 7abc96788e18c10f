// Whatever data a mail contains, its text and headers stay as the service wrote them.
import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { invitedElsewhereMail, resetMail } from './texts.ts'
import { fileTransport } from './transport.ts'

const transport = fileTransport(await scratch(), 'Andén <avisos@anden.example>')
afterAll(() => transport.close())

const evil = 'ana@cliente.example\r\nBcc: todos@evil.example\r\n\r\nTexto'

test.each([
  ['a recipient', { to: evil, subject: 'Aviso', text: 'Hola' }],
  ['a subject', { to: 'ana@cliente.example', subject: evil, text: 'Hola' }],
])('a line break in %s adds no header', async (_, mail) => {
  const source = await readFile(await transport.send(mail), 'utf8')
  const [head = ''] = source.split('\r\n\r\n')
  expect(head).not.toMatch(/^bcc:/im)
  expect(head.match(/^to:/gim)).toHaveLength(1)
})

test('a name is one line of at most 80 characters in a mail, and no link', () => {
  const name = `Ana\r\n\r\nhttps://evil.example\u202e ${'x'.repeat(100)}`
  const notice = { to: 'ana@cliente.example', name, inviter: name, link: 'LINK', hours: 1 }
  for (const { text, subject } of [resetMail(notice), invitedElsewhereMail(notice)]) {
    expect(text).not.toMatch(/:\/\/|\w\.\w{2}|\u202e|\r/)
    expect(text).toMatch(/^Hola, Ana https: \/ \/ evil\. example x+…:\n/)
    expect(text).not.toContain('x'.repeat(81))
    expect(subject).not.toContain('Ana')
  }
})
