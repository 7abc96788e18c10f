import type { Command } from 'commander'
import { createClient } from '../identity/clients.ts'
import { allClients } from '../identity/queries.ts'
import { type JsonOption, print, withJson } from './output.ts'
import { withDatabase } from './with-database.ts'

export function clientCommands(program: Command) {
  const client = program.command('client').description("manage the warehouse's clients")

  withJson(client.command('create').description('add a client'))
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--email <email>', 'address for notices about its webhooks')
    .option('--cuit <cuit>', 'its CUIT (or DNI)')
    .action(async (options: JsonOption & { name: string; email: string; cuit?: string }) => {
      const { name, email, cuit = null } = options
      print(await withDatabase((db) => createClient(db, { name, email, cuit_dni: cuit })), options)
    })

  withJson(client.command('list').description('list the clients')).action(async (options: JsonOption) => {
    const clients = await withDatabase((db) => db.rows(allClients()))
    print(clients, options, ['id', 'name', 'email', 'cuit_dni', 'status', 'created_at'])
  })
}
