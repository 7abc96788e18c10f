import type { Command } from 'commander'
import { buildIfChanged, ownWorkspace } from '../dashboard/build.ts'
import { compileAhead } from './compile-ahead.ts'
import { type JsonOption, print, say, withJson } from './output.ts'

export function dashboardCommands(program: Command) {
  const dashboard = program.command('dashboard').description('the pages that people work with')
  withJson(
    dashboard
      .command('build')
      .description(
        'build them now, and compile the service, for an installation that it cannot write to (serve does both itself)',
      ),
  ).action(async (options: JsonOption) => {
    await compileAhead()
    const built = await buildIfChanged({ workspace: ownWorkspace, say })
    print(options.json ? { built } : { built: built ? 'yes' : 'no: up to date' }, options)
  })
}
