// The embedded database: PostgreSQL from an npm package, with its cluster in the data directory. Every process that
// needs it joins; the first one starts the server, and the last one to leave stops it. The server runs in its own
// session, so that it survives when a participant is killed.
import { readFile, rm } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { isRoot } from './account.ts'
import { type Binaries, findPackage, prepareBinaries } from './binaries.ts'
import { type Control, openControl, readBond, readPassword } from './control.ts'
import { createCluster, ensureDatabase } from './create.ts'
import { type Home, openHome, openOuterDirectory, sweepOuterHomes } from './home.ts'
import { withLock } from './lock.ts'
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import { addParticipant, countParticipants, identify, kill } from './processes.ts'

export type EmbeddedCluster = {
  /** postgres://… URL of the database `anden` on the running cluster (superuser `anden`, random password) */
  url: string
  /** The last participant to leave stops the server. Idempotent. */
  leave(): Promise<void>
}

export type JoinOptions = {
  /** Absolute or relative; created if missing. */
  dataDir: string
  /** Default true; false is for tests: a crash of the machine can then destroy the cluster. */
  durable?: boolean
  /** Receives progress messages; default: none. */
  say?: (line: string) => void
}

/** Joins the data directory's cluster; creates it if there is none, and starts it if it does not run. */
export async function joinCluster(options: JoinOptions): Promise<EmbeddedCluster> {
  const control = await openControl(options.dataDir)
  try {
    return await withLock(control.lock, () => join(control, options))
  } catch (error) {
    // System errors (no space, too many open files) do not say what they are about.
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    throw new Error(`the database in ${control.dir} cannot be used: ${error.message}`, { cause: error })
  }
}

async function join(control: Control, options: JoinOptions): Promise<EmbeddedCluster> {
  const { durable = true, say = () => undefined } = options
  await countParticipants(control.participants)
  const home = await openHome(control, say)
  const password = await readPassword(control, home.created)
  const running = home.created ? await findPostmaster(home) : undefined
  const postmaster = running ?? (await start({ control, home, password, durable, say }))
  const url = await ensureDatabase(postmaster.port, password, home.pgdata).catch(async (error) => {
    if (!running) await stopPostmaster(postmaster.pid, home.pgdata)
    throw error
  })
  const participant = await addParticipant(control.participants)
  const identity = identify(postmaster.pid)
  let left: Promise<void> | undefined
  return {
    url,
    leave: () => {
      left ??= leave({ control, home, participant, postmaster, identity })
      return left
    },
  }
}

type StartOptions = {
  control: Control
  home: Home
  password: string
  durable: boolean
  say: (line: string) => void
}

async function start({ control, home, password, durable, say }: StartOptions): Promise<Postmaster> {
  await sweepOuterHomes()
  const binaries = await prepareBinaries({
    package: findPackage(),
    account: home.account,
    copiesIn: async () => (isRoot() ? await openOuterDirectory(home.account) : control.dir),
    say,
  })
  if (home.created) {
    await checkVersion(home, binaries)
  } else {
    say('creating the database cluster…')
    await createCluster({ home, binaries, password, durable, log: control.log })
  }
  return await startPostmaster({ home, binaries, durable, log: control.log })
}

async function checkVersion(home: Home, binaries: Binaries): Promise<void> {
  const found = (
    await readFile(joinPath(home.pgdata, 'PG_VERSION'), 'utf8').catch(() => 'an unknown version')
  ).trim()
  if (found === binaries.major) return
  throw new Error(
    `the database cluster in ${home.pgdata} was created by PostgreSQL ${found}, this release includes ${binaries.major}: take a backup with the release that created it (anden backup) and restore it into another DATA_DIR with this one (anden restore)`,
  )
}

type LeaveOptions = {
  control: Control
  home: Home
  participant: string
  postmaster: Postmaster
  identity: string | undefined
}

async function leave({ control, home, participant, postmaster, identity }: LeaveOptions): Promise<void> {
  if ((await readBond(control.bond))?.id !== home.id) {
    // The data directory was deleted while in use: there is nothing left to save, and no process can join any more.
    if (identity && identify(postmaster.pid) === identity) kill(postmaster.pid, 'SIGQUIT')
    await sweepOuterHomes()
    return
  }
  await withLock(control.lock, async () => {
    await rm(participant, { force: true })
    if ((await countParticipants(control.participants)) > 0) return
    const running = await findPostmaster(home)
    if (running) await stopPostmaster(running.pid, home.pgdata)
  })
}
