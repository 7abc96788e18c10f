// The decision as one Lua script, so that it is atomic over all windows and all processes. Each (subject, tier) is a
// list of timestamps, oldest first: smaller than a sorted set, and two hits in the same microsecond need no unique
// member. Only Redis's clock is used, so processes need not agree on the time. If it is set back, time stands still
// until it has caught up, as in the memory limiter.
import type { Window } from './limiter.ts'

/** [0, remaining in the first window, 0], or [index of the rejecting window from 1, wait in µs, reset in µs]. */
export type TakeReply = [refusing: number, remainingOrWaitUs: number, resetUs: number]

/** KEYS: a list per window. ARGV: limit and length in ms of each window, in the order of the keys. */
export const takeScript = `
local time = redis.call('TIME')
local clock = time[1] * 1000000 + time[2]
local now = clock
for i = 1, #KEYS do
  local newest = tonumber(redis.call('LINDEX', KEYS[i], -1) or 0)
  if newest > now then now = newest end
end

local counts, refusing, longest = {}, 0, 0
for i = 1, #KEYS do
  local limit, span = tonumber(ARGV[2 * i - 1]), ARGV[2 * i] * 1000
  local oldest = redis.call('LINDEX', KEYS[i], 0)
  while oldest and oldest + span <= now do
    redis.call('LPOP', KEYS[i])
    oldest = redis.call('LINDEX', KEYS[i], 0)
  end
  counts[i] = redis.call('LLEN', KEYS[i])
  if counts[i] >= limit then
    local leaving = redis.call('LINDEX', KEYS[i], counts[i] - limit)
    local wait = leaving and leaving + span - now or span
    if wait > longest then refusing, longest = i, wait end
  end
end

if refusing > 0 then
  local newest = redis.call('LINDEX', KEYS[refusing], -1)
  return { refusing, longest, newest and newest + ARGV[2 * refusing] * 1000 - now or 0 }
end

-- Not tostring(): it keeps 14 digits, and microseconds since 1970 have 16.
local stamp = string.format('%.0f', now)
for i = 1, #KEYS do
  redis.call('RPUSH', KEYS[i], stamp)
  -- A second longer than needed: expiry has millisecond precision, and a key must outlive its newest hit.
  redis.call('PEXPIRE', KEYS[i], ARGV[2 * i] + math.ceil((now - clock) / 1000) + 1000)
end
return { 0, ARGV[1] - counts[1] - 1, 0 }
`

/** The braces put all keys of a subject in one cluster slot, as a script requires. */
export const keyOf = (subject: string, tier: Window['tier']) => `anden:limit:{${subject}}:${tier}`

/** Key count, keys and arguments of the script's command. */
export function takeArguments(subject: string, windows: readonly Window[]): (string | number)[] {
  const args: (string | number)[] = [windows.length]
  for (const { tier } of windows) args.push(keyOf(subject, tier))
  for (const { limit, windowMs } of windows) args.push(limit, windowMs)
  return args
}
