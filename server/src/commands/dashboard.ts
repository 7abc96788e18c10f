import type { Command } from 'commander'
import { buildIfChanged } from '../dashboard/build.ts'
import { ownWorkspace } from '../dashboard/open.ts'
import { type JsonOption, print, say, withJson } from './output.ts'

export function dashboardCommands(program: Command) {
  const dashboard = program.command('dashboard').description('the pages that people work with')
  withJson(
    dashboard
      .command('build')
      .description(
        'build them now, for an installation that the service cannot write to (serve does so too)',
      ),
  ).action(async (options: JsonOption) => {
    const built = await buildIfChanged({ workspace: ownWorkspace, say })
    print(options.json ? { built } : { built: built ? 'yes' : 'no: up to date' }, options)
  })
}
