// Passwords that are guessed first: those that most people use, runs of neighbouring characters, and repetitions. The list
// has only those of the minimum length and more, because shorter ones are refused anyway.
import { readFileSync } from 'node:fs'
import { fault } from '@anden/contract/values'
import { refuseMember } from '../problem.ts'

/** What people run a finger along, in both directions. A run can go on from the end to the beginning: 7890123. */
const tracks = [
  '1234567890',
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'abcdefghijklmnñopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'asdfghjklñ',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
]
/** Of several runs after each other (`qwertyasdfgh`), each has at least as many characters. */
const shortestRun = 4

/** Throws a problem that names the member. */
export function refuseWeakPassword(pointer: string, password: string): void {
  const folded = password.normalize('NFKC').toLowerCase()
  if (isRepetition(folded)) refuseMember(pointer, fault('password_repeats'))
  if (isMadeOfRuns(folded)) refuseMember(pointer, fault('password_is_a_run'))
  if (mostUsed().has(folded)) refuseMember(pointer, fault('password_is_common'))
}

/** The same few characters again and again, at least twice, the last time perhaps not to their end: `abcabcab`. */
function isRepetition(text: string): boolean {
  const characters = [...text]
  for (let period = 1; 2 * period <= characters.length; period += 1)
    if (characters.every((one, index) => index < period || one === characters[index - period])) return true
  return false
}

function isMadeOfRuns(text: string): boolean {
  const characters = [...text]
  let start = 0
  while (start < characters.length) {
    const length = longestRunAt(characters, start)
    if (length < shortestRun) return false
    start += length
  }
  return true
}

function longestRunAt(characters: readonly string[], start: number): number {
  let longest = 1
  for (const track of tracks)
    for (const direction of [1, -1]) {
      let length = 1
      while (follows(track, direction, characters[start + length - 1], characters[start + length]))
        length += 1
      longest = Math.max(longest, length)
    }
  return longest
}

function follows(track: string, direction: number, one = '', next = ''): boolean {
  const at = one === '' ? -1 : track.indexOf(one)
  return at >= 0 && next !== '' && track[(at + direction + track.length) % track.length] === next
}

let listed: ReadonlySet<string> | undefined

function mostUsed(): ReadonlySet<string> {
  listed ??= new Set(
    readFileSync(new URL('./most-used-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('# ')),
  )
  return listed
}
