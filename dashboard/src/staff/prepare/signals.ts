// Sound and vibration for someone who looks at the goods, not at the screen. The three sounds differ in pitch, length and
// number, so that a wrong scan is heard in a noisy hall.
import { sharedState } from '../../ui/shared-state.ts'

export type Signal = 'good' | 'bad' | 'done'

type Tone = { hertz: number; ms: number; type: OscillatorType }
const tones: Record<Signal, readonly Tone[]> = {
  good: [{ hertz: 1_320, ms: 70, type: 'sine' }],
  bad: [
    { hertz: 196, ms: 220, type: 'square' },
    { hertz: 165, ms: 320, type: 'square' },
  ],
  done: [
    { hertz: 988, ms: 90, type: 'sine' },
    { hertz: 1_319, ms: 90, type: 'sine' },
    { hertz: 1_976, ms: 180, type: 'sine' },
  ],
}
const vibrations: Record<Signal, number[]> = { good: [40], bad: [180, 90, 180], done: [40, 60, 120] }
const volume = 0.25
const gapMs = 40
const fadeMs = 12

const mutedKey = 'anden.muted'
const muted = sharedState(localStorage.getItem(mutedKey) === 'true')
export const useIsMuted = muted.use

export function setMuted(isMuted: boolean): void {
  localStorage.setItem(mutedKey, String(isMuted))
  muted.set(isMuted)
}

let audio: AudioContext | undefined

export function signal(kind: Signal): void {
  navigator.vibrate?.(vibrations[kind])
  if (muted.get()) return
  try {
    // A browser allows sound after the first key or tap, which a scan is.
    audio ??= new AudioContext()
    void audio.resume()
    play(audio, tones[kind])
  } catch {
    // A device without sound still has words, colour and vibration.
  }
}

function play(context: AudioContext, sequence: readonly Tone[]): void {
  let at = context.currentTime
  for (const { hertz, ms, type } of sequence) {
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    oscillator.type = type
    oscillator.frequency.value = hertz
    // A tone that ends at once clicks.
    gain.gain.setValueAtTime(volume, at)
    gain.gain.setValueAtTime(volume, at + (ms - fadeMs) / 1_000)
    gain.gain.linearRampToValueAtTime(0, at + ms / 1_000)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(at)
    oscillator.stop(at + ms / 1_000)
    at += (ms + gapMs) / 1_000
  }
}
