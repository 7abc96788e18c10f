import { mkdtemp, chmod, rm } from 'node:fs/promises'
import { joinCluster } from '/work/main/server/src/db/embedded/cluster.ts'
import { migrate } from '/work/main/server/src/db/migrate.ts'
import { createDb } from '/work/main/server/src/db/pool.ts'
import { createClient } from '/work/main/server/src/identity/create-client.ts'
import { importCount } from '/work/main/server/src/stock/imports/import-count.ts'
import { previewCount } from '/work/main/server/src/stock/imports/preview-count.ts'
import { openSpool } from '/work/main/server/src/stock/imports/spool.ts'
const dir = await mkdtemp('/tmp/imp/c-'); await chmod(dir, 0o755); await chmod('/tmp/imp',0o755)
const cluster = await joinCluster({ dataDir: dir, durable: false })
const db = createDb({ url: cluster.url })
await migrate(db)
const client = await createClient(db, { name: 'B', email: 'b@b.example', cuit_dni: null })
const N = Number(process.argv[2] ?? 100000), P = N/5
function countFile(change) {
  const lines = Array.from({ length: N }, (_, index) => {
    const [product, lot] = [index % P, Math.floor(index / P)]
    return `SKU-${product},${10 + lot + change},L-${lot},202${lot}-12-31,202${lot},"Producto ${product}, surtido",caja`
  })
  return ['sku,quantity,lot_number,expiry_date,vintage_year,name,unit_type', ...lines].join('\n')
}
function timed(tx, times) {
  const wrap = (name) => async (st) => { const t = performance.now(); try { return await tx[name](st) } finally { const k = st.text.trim().replace(/\s+/g,' ').slice(0,70); const e = times.get(k) ?? {n:0,ms:0}; e.n++; const d=performance.now()-t; e.ms += d; (e.all??=[]).push(Math.round(d)); times.set(k,e) } }
  return { ...tx, rows: wrap('rows'), run: wrap('run'), one: wrap('one'), maybeOne: wrap('maybeOne') }
}
for (const [name, change, dry] of [['dry',0,true],['real new',0,false],['real change',-10,false],['dry again',0,true]]) {
  const file = await openSpool(); await file.write(countFile(change))
  const times = new Map(); const t = performance.now()
  await db.transaction(async (tx0) => { const tx = timed(tx0, times); if (dry) (await previewCount(tx, client.id, file)).close(); else await importCount(tx, {actor:'x', requestId:'r'}, client.id, file) })
  console.log(name, Math.round(performance.now()-t), 'ms')
  for (const [k,e] of [...times].sort((a,b)=>b[1].ms-a[1].ms).slice(0,10)) console.log('   ', Math.round(e.ms), e.n, k, e.all.length>3? e.all.filter((_,i)=>i%5==0).join(' '):'')
  await file.close()
}
await db.close(); await cluster.leave(); await rm(dir,{recursive:true,force:true})
