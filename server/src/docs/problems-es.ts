// The catalogue of problems in Spanish, for the pages behind their `type` URLs. The API itself answers in English.
import type { ProblemCode } from '@anden/contract'

type Words = { title: string; detail: string; remedy: string }

const notFound = (noun: string, found: 'encontrado' | 'encontrada') => ({
  title: `${noun} no ${found}`,
  detail: `No hay ${found === 'encontrado' ? 'ningún' : 'ninguna'} ${noun.toLowerCase()} con este id.`,
  remedy:
    'Revisá el id. Tiene que venir de una respuesta de la misma cuenta: el id de otra cuenta recibe el mismo 404 que uno que no existe.',
})

export const problemsInSpanish: Record<ProblemCode, Words> = {
  'sandbox/wrong-environment': {
    title: 'Entorno equivocado',
    detail: 'El encabezado Anden-Environment es "live" o "sandbox" y, con una clave, el de la clave.',
    remedy:
      'No mandes el encabezado junto con una clave: la que empieza con "pk_test_" es del entorno de pruebas; cualquier otra, de los datos reales. El encabezado es para personas que iniciaron sesión.',
  },
  'sandbox/not-created': {
    title: 'Todavía no hay entorno de pruebas',
    detail: 'Esta cuenta todavía no tiene entorno de pruebas.',
    remedy: 'Crealo con POST /sandbox, sin el encabezado Anden-Environment, y repetí la solicitud.',
  },
  'sandbox/live-key': {
    title: 'Solo en el entorno de pruebas',
    detail: 'Esta solicitud funciona solo en el entorno de pruebas, y esta es sobre los datos reales.',
    remedy:
      'Usá una clave de prueba, que empieza con "pk_test_". Una página con sesión iniciada manda el encabezado "Anden-Environment: sandbox".',
  },
  'sandbox/not-found': {
    title: 'Sin entorno de pruebas',
    detail: 'No hay ningún cliente con este id que tenga entorno de pruebas.',
    remedy:
      'GET /clients lista los clientes. El entorno de pruebas lo crea el propio cliente, con POST /sandbox del portal o con su primera clave de prueba.',
  },
  'sandbox/resetting': {
    title: 'El entorno de pruebas se está reiniciando',
    detail: 'El entorno de pruebas se está reiniciando. No se hizo nada.',
    remedy:
      'Esperá a que "reset" de GET /sandbox sea "done" y repetí la solicitud. Si es "failed", pedí el reinicio otra vez. Mientras tanto se puede usar GET /sandbox, GET /me y las claves.',
  },
  'sandbox/limit-reached': {
    title: 'Entorno de pruebas lleno',
    detail: 'El entorno de pruebas ya tiene de esto todo lo que puede tener.',
    remedy:
      'Mirá en GET /sandbox cuánto tiene y cuáles son los límites. Reinicialo, o quitá lo que ya no necesites.',
  },
  'sandbox/live-only': {
    title: 'No en el entorno de pruebas',
    detail: 'Esta solicitud no funciona en el entorno de pruebas.',
    remedy:
      'El entorno de pruebas no tiene usuarios ni claves de los datos reales: mandá la solicitud sin el encabezado Anden-Environment.',
  },
  'sandbox/script-not-startable': {
    title: 'El guion no puede empezar',
    detail: 'Este guion no puede empezar con el pedido tal como está.',
    remedy:
      'Mirá "scripts": esos pueden empezar ahora. Si no hay ninguno, hacé otro pedido; si ya hay una simulación de este en curso, esperá a que termine.',
  },
  'sandbox/clock-backwards': {
    title: 'El día no puede volver atrás',
    detail: 'El día de un entorno de pruebas solo avanza.',
    remedy: 'GET /sandbox muestra su día: mandá ese o uno posterior.',
  },
  'sandbox/not-simulated': {
    title: 'Sin simulación',
    detail: 'No hay ninguna simulación de un pedido con este id.',
    remedy: 'Empezá una con POST /sandbox/orders/{id}/simulate.',
  },
  'auth/missing-credentials': {
    title: 'Faltan las credenciales',
    detail: 'Mandá tu clave en el encabezado "Authorization: Bearer <API_KEY>".',
    remedy:
      'Agregá el encabezado "Authorization: Bearer <API_KEY>" con una clave que te haya dado el depósito: la palabra Bearer, un espacio y la clave, nada más.',
  },
  'auth/invalid-key': {
    title: 'Clave inválida',
    detail: 'Esta clave no existe, está revocada o venció.',
    remedy:
      'Fijate que la clave esté copiada entera (las del portal tienen 49 caracteres y empiezan con "pk_"). Si está revocada o vencida, pedí una nueva.',
  },
  'auth/client-suspended': {
    title: 'Cuenta suspendida',
    detail: 'La cuenta de esta clave o de este usuario está suspendida.',
    remedy:
      'Preguntale al depósito por qué la suspendió. Las claves y los usuarios vuelven a funcionar apenas se reactive.',
  },
  'auth/insufficient-scope': {
    title: 'Falta un permiso',
    detail: 'Esta clave no tiene el permiso (scope) que pide la operación.',
    remedy:
      'Compará required_scopes con granted_scopes y usá una clave que tenga el que falta. Un permiso de escritura no incluye el de lectura.',
  },
  'auth/ambiguous-credentials': {
    title: 'Dos credenciales',
    detail: 'La solicitud lleva una clave y una cookie de sesión. Mandá una sola.',
    remedy:
      'Un programa manda su clave, sin cookie; un navegador manda su cookie, sin encabezado Authorization. Sacá la que sobra.',
  },
  'auth/invalid-session': {
    title: 'Sesión terminada',
    detail: 'Esta sesión no existe o ya terminó.',
    remedy:
      'Iniciá sesión de nuevo. Una sesión termina al cerrarla, después de 12 horas sin uso y a los 30 días de iniciada.',
  },
  'auth/session-required': {
    title: 'Hace falta una sesión',
    detail: 'Solo una persona que inició sesión puede hacer esta solicitud; una clave no.',
    remedy: 'Iniciá sesión con e-mail y contraseña, y mandá la cookie de sesión en lugar de la clave.',
  },
  'auth/administrator-required': {
    title: 'Solo para administradores',
    detail: 'Solo un administrador de la cuenta puede hacer esta solicitud.',
    remedy: 'Pedile a un administrador de tu cuenta que lo haga, o que te nombre administrador.',
  },
  'auth/inspection-required': {
    title: 'No estás viendo a este cliente',
    detail: 'Esta sesión no tiene permiso para ver al cliente que nombra el encabezado Anden-Client.',
    remedy:
      'Pedí el permiso con POST /clients/{id}/inspect del depósito, que necesita el scope staff:clients. Dura una hora, y termina antes si se cierra la sesión o se pierde el scope. Sin el encabezado, la sesión de un usuario funciona como siempre.',
  },
  'auth/read-only': {
    title: 'Solo lectura',
    detail: 'Cuando alguien del depósito ve el portal como un cliente, no puede cambiar nada.',
    remedy: 'Hacé el cambio desde el depósito, o pedíselo a un usuario del cliente.',
  },
  'auth/cross-origin': {
    title: 'Solicitud desde otro sitio',
    detail: 'Una solicitud con cookie de sesión tiene que salir de una página de este servicio.',
    remedy:
      'Mandala desde una página del mismo origen; el navegador agrega solo Sec-Fetch-Site y Origin. Un programa usa una clave en lugar de la cookie.',
  },
  'auth/invalid-login': {
    title: 'No se pudo iniciar sesión',
    detail: 'El e-mail o la contraseña no son correctos.',
    remedy: 'Revisá los dos y probá otra vez. Si perdiste la contraseña, pedí un enlace para elegir otra.',
  },
  'auth/wrong-password': {
    title: 'Contraseña incorrecta',
    detail: 'La contraseña actual no es correcta.',
    remedy: 'Repetí la solicitud con la contraseña con la que iniciás sesión.',
  },
  'auth/invalid-link': {
    title: 'Enlace inválido',
    detail: 'Este enlace ya se usó, venció o nunca existió.',
    remedy: 'Pedí uno nuevo. Cada uno sirve una vez, y todos dejan de servir cuando se elige la contraseña.',
  },
  'auth/invalid-code': {
    title: 'Código inválido',
    detail: 'Este código no es correcto, venció o ya se usó.',
    remedy:
      'Ingresá el código que muestra ahora la aplicación; cada uno sirve una sola vez. O usá un código de recuperación.',
  },
  'auth/second-factor-expired': {
    title: 'El inicio de sesión venció',
    detail: 'Este inicio de sesión no espera un segundo factor, o esperó demasiado.',
    remedy: 'Empezá de nuevo con e-mail y contraseña.',
  },
  'auth/second-factor-state': {
    title: 'Segundo factor',
    detail: 'El segundo factor no está en el estado que necesita esta solicitud.',
    remedy: 'Activalo antes de usarlo; desactivalo antes de configurarlo otra vez.',
  },
  'users/not-found': notFound('Usuario', 'encontrado'),
  'users/duplicate-email': {
    title: 'E-mail en uso',
    detail: 'Ya hay un usuario con este e-mail.',
    remedy: 'Usá otra dirección. Cada persona tiene un solo usuario, de un cliente o del depósito.',
  },
  'users/last-administrator': {
    title: 'Último administrador',
    detail: 'Es el último administrador: no se lo puede quitar ni cambiar de rol.',
    remedy: 'Nombrá antes a otro administrador.',
  },
  'users/no-second-factor': {
    title: 'Sin segundo factor',
    detail: 'Esta persona inicia sesión sin segundo factor, así que no hay nada que restablecer.',
    remedy: 'No hace falta hacer nada. La persona lo puede activar en su perfil.',
  },
  'users/own-second-factor': {
    title: 'Tu propio segundo factor',
    detail: 'Con esta solicitud no se puede restablecer el segundo factor propio.',
    remedy: 'Desactivalo en tu perfil, con tu contraseña; o pedile a otro administrador que lo restablezca.',
  },
  'keys/not-found': notFound('Clave', 'encontrada'),
  'validation/malformed-request': {
    title: 'Solicitud mal formada',
    detail: 'Esto no es una solicitud HTTP bien formada.',
    remedy:
      'Usá una biblioteca HTTP en lugar de escribir la solicitud a mano. Mandá un solo encabezado Host, con el host de la URL. El estado es 408 si la solicitud no llegó a tiempo.',
  },
  'validation/headers-too-large': {
    title: 'Encabezados demasiado grandes',
    detail: 'Los encabezados de la solicitud son demasiado grandes.',
    remedy:
      'Todos los encabezados juntos, con la ruta y los parámetros, pueden tener 16 KiB. Mandá menos cookies y parámetros más cortos.',
  },
  'validation/malformed-json': {
    title: 'JSON mal formado',
    detail: 'El cuerpo no es JSON válido.',
    remedy: 'Mandá un cuerpo que un parser de JSON acepte, en UTF-8 y con 64 niveles como máximo.',
  },
  'validation/invalid-parameter': {
    title: 'Parámetro inválido',
    detail: 'Un parámetro de la ruta o de la consulta no es válido.',
    remedy:
      'Mirá "errors": cada entrada nombra el parámetro y dice qué tiene mal. Los parámetros desconocidos se rechazan, así un filtro mal escrito nunca devuelve todo.',
  },
  'validation/invalid-cursor': {
    title: 'Cursor inválido',
    detail: 'Este cursor no es de esta lista con estos filtros.',
    remedy:
      'Pasá el next_cursor de la página anterior sin cambios y con los mismos filtros, o empezá de nuevo sin cursor.',
  },
  'validation/invalid-body': {
    title: 'Cuerpo inválido',
    detail: 'El cuerpo no respeta el esquema.',
    remedy:
      'Mirá "errors": cada entrada señala un miembro del cuerpo y dice qué tiene mal. Los miembros desconocidos se rechazan.',
  },
  'validation/unsupported-media-type': {
    title: 'Tipo de contenido no aceptado',
    detail: 'Mandá el cuerpo como application/json.',
    remedy:
      'Poné el Content-Type que espera la operación: application/json, multipart/form-data para un archivo, text/csv para un recuento.',
  },
  'validation/payload-too-large': {
    title: 'Cuerpo demasiado grande',
    detail: 'El cuerpo pesa más de 1 MiB.',
    remedy: 'Repartí los datos en varias solicitudes.',
  },
  'routing/not-found': {
    title: 'Ruta inexistente',
    detail: 'No hay nada en esta ruta.',
    remedy: 'Comparala con la referencia de la API, en /docs. Las rutas no terminan en barra.',
  },
  'routing/method-not-allowed': {
    title: 'Método no permitido',
    detail: 'Esta ruta no acepta este método.',
    remedy: 'Usá uno de los métodos del encabezado Allow.',
  },
  'rate-limit/exceeded': {
    title: 'Demasiadas solicitudes',
    detail: 'Superaste el límite de solicitudes.',
    remedy:
      'Esperá los segundos que dice Retry-After y seguí. Si vuelve a pasar, esperá cada vez más. Con If-None-Match consultar es barato, y los webhooks son mejores que consultar.',
  },
  'stock/not-found': notFound('Fila de stock', 'encontrada'),
  'stock/insufficient-stock': {
    title: 'Stock insuficiente',
    detail: 'No hay stock suficiente para este movimiento.',
    remedy:
      'Mirá "shortages". La cantidad de un lote nunca baja de cero, y una transferencia solo toma stock disponible.',
  },
  'lots/not-found': notFound('Lote', 'encontrado'),
  'lots/on-hold': {
    title: 'Lote retenido',
    detail: 'La mercadería de un lote retenido no se puede entregar ni transferir.',
    remedy:
      'Usá otro lote, o liberá este con PATCH /lots/{id} y {"hold": false}. "errors" señala cada lugar que lo nombra. Con un ajuste todavía podés corregir su cantidad.',
  },
  'imports/invalid-file': {
    title: 'Archivo inválido',
    detail: 'El archivo tiene líneas con errores. No se cambió nada.',
    remedy:
      'Mirá "errors": hasta 1.000 entradas con la línea, la columna y el problema. Corregilas y mandá de nuevo el archivo entero.',
  },
  'imports/invalid-sheet': {
    title: 'Planilla no válida',
    detail: 'Algunas celdas de la planilla no son válidas. No se cambió nada.',
    remedy:
      'Mirá "errors": hasta 1.000 entradas con la línea, la columna, el valor y qué está mal, muchas veces con lo que se pudo haber querido decir. Corregilas y volvé a enviar la planilla completa. Una prueba (dry run) muestra lo mismo sin intentarlo.',
  },
  'imports/not-found': notFound('Recuento', 'encontrado'),
  'imports/stock-changed': {
    title: 'El stock cambió desde la prueba',
    detail: 'Un lote del archivo cambió desde la prueba que dio esta huella. No se aplicó nada.',
    remedy:
      'Repetí la prueba (dry_run) para ver qué cambiaría ahora y aplicá el archivo con la huella nueva. Sin huella, el archivo se aplica haya cambiado lo que haya cambiado.',
  },
  'inbound/not-found': notFound('Aviso', 'encontrado'),
  'inbound/duplicate-reference': {
    title: 'Referencia repetida',
    detail: 'Ya hay un aviso con esta referencia que no está cancelado.',
    remedy:
      'La mercadería ya está avisada: "existing" dice en qué aviso. Si cambió, modificá ese aviso o cancelalo primero; para otra mercadería usá otra referencia.',
  },
  'inbound/unknown-product': {
    title: 'Producto desconocido',
    detail: 'El aviso nombra un producto que no es tuyo o está archivado.',
    remedy: 'Usá ids o SKU de GET /stock. "errors" señala cada renglón.',
  },
  'inbound/not-changeable': {
    title: 'El aviso ya no se puede cambiar',
    detail: 'Un aviso se puede cambiar y cancelar solo hasta que llega la mercadería.',
    remedy:
      'La mercadería ya está en el depósito, o el aviso está cancelado (mirá "current_status"). Hablá con el depósito.',
  },
  'inbound/changed-meanwhile': {
    title: 'El aviso cambió mientras tanto',
    detail: 'El aviso cambió después de la revisión en la que se basa este cambio.',
    remedy:
      'Volvé a leer el aviso, fijate si el cambio sigue teniendo sentido y mandalo con la "revision" actual.',
  },
  'inbound/invalid-transition': {
    title: 'Transición inválida',
    detail: 'El estado actual del aviso no permite esta acción.',
    remedy:
      'Mirá "current_status" y "allowed_actions". Quizás otra persona cambió el aviso antes: volvé a leerlo.',
  },
  'returns/not-found': notFound('Devolución', 'encontrada'),
  'returns/order-not-delivered': {
    title: 'El pedido no está entregado',
    detail: 'Solo vuelve la mercadería de un pedido entregado.',
    remedy:
      'Mirá "current_status". Lo que no salió vuelve al stock cuando se cancela el pedido; lo que está en camino primero se entrega, o la entrega falla.',
  },
  'returns/invalid-transition': {
    title: 'Transición inválida',
    detail: 'El estado actual de la devolución no permite esta acción.',
    remedy:
      'Mirá "current_status" y "allowed_actions". Quizás otra persona recibió la mercadería antes: volvé a leer la devolución. Una recepción equivocada se corrige con un ajuste.',
  },
  'remitos/not-found': notFound('Remito', 'encontrado'),
  'remitos/some-not-found': {
    title: 'Algunos remitos no existen',
    detail: 'Algunos de estos ids no son de un remito.',
    remedy:
      'Mirá "errors": cada pointer es el parámetro con la posición del id, contando desde 0. Sacá esos ids o corregilos.',
  },
  'remitos/insufficient-stock': {
    title: 'Stock insuficiente',
    detail: 'No hay stock disponible suficiente para este egreso.',
    remedy:
      'Un egreso solo toma stock que no esté vencido, retenido ni reservado por pedidos pendientes. Mirá "shortages".',
  },
  'remitos/duplicate-number': {
    title: 'Número de remito repetido',
    detail: 'Este cliente ya tiene un ingreso con este número.',
    remedy:
      'Seguramente esta mercadería ya se ingresó. Si el primer ingreso está mal, anulalo y cargalo de nuevo.',
  },
  'remitos/already-voided': {
    title: 'El remito ya está anulado',
    detail: 'Este remito ya está anulado.',
    remedy: 'No hace falta hacer nada.',
  },
  'remitos/goods-gone': {
    title: 'La mercadería ya no está',
    detail: 'Parte de la mercadería de este ingreso ya salió de sus lotes.',
    remedy:
      'Un ingreso se puede anular solo mientras toda su mercadería siga en stock. Corregí el stock con un ajuste.',
  },
  'remitos/belongs-to-order': {
    title: 'El remito es de un pedido',
    detail: 'Este egreso se emitió para un pedido.',
    remedy: 'Cancelá el pedido: eso anula el egreso y devuelve la mercadería.',
  },
  'remitos/belongs-to-return': {
    title: 'El remito es de una devolución',
    detail: 'Con este ingreso entró la mercadería de una devolución, y no se puede anular por sí solo.',
    remedy: '¿Se recibió mal? Corregí el stock del lote con un ajuste.',
  },
  'remitos/unknown-link': {
    title: 'Enlace desconocido',
    detail: 'Este enlace no lleva a ningún remito.',
    remedy:
      'Quizás el enlace está incompleto. Escaneá de nuevo el código del remito impreso, o pedile el enlace al depósito.',
  },
  'remitos/already-accepted': {
    title: 'El remito ya está conformado',
    detail: 'Este remito ya tiene conformidad.',
    remedy:
      'Mirá "name" y "at": quién lo conformó y cuándo. Si está mal, llamá al depósito. Una página que vuelve a mandar su conformidad usa el mismo "submission_id" y recibe la primera respuesta.',
  },
  'remitos/not-under-way': {
    title: 'La mercadería no salió del depósito',
    detail: 'El pedido de este remito no salió del depósito, así que todavía no se puede conformar nada.',
    remedy: 'Conformá la mercadería cuando llegue. Si ya llegó, llamá al depósito.',
  },
  'remitos/without-order': {
    title: 'Remito sin pedido',
    detail: 'Este remito no se emitió para un pedido, así que se firma en papel.',
    remedy: 'Firmá el remito impreso.',
  },
  'remitos/not-accepted': {
    title: 'Remito sin conformidad',
    detail: 'Todavía nadie conformó este remito.',
    remedy: 'Volvé a leerlo más tarde: el evento remito.accepted o remito.disputed avisa cuándo.',
  },
  'remitos/not-disputed': {
    title: 'No hay nada que resolver',
    detail: 'Esta conformidad no tiene diferencias ni llegó tarde, o ya se resolvió.',
    remedy: 'Volvé a leer la conformidad: "dispute" dice si hay algo que resolver.',
  },
  'remitos/acceptance-not-found': {
    title: 'Conformidad no encontrada',
    detail: 'No hay ninguna conformidad con este id.',
    remedy: 'Revisá el id: está en la lista de diferencias.',
  },
  'remitos/book-not-found': notFound('Talonario', 'encontrado'),
  'remitos/book-overlap': {
    title: 'Números de otro talonario',
    detail: 'Algunos de estos números son de otro talonario, o ya se emitieron.',
    remedy:
      'Compará el punto de venta y los números con la autorización del CAI. ¿El otro talonario está mal cargado? Cerralo: así se liberan los números que no usó.',
  },
  'remitos/no-active-book': {
    title: 'No hay talonario para numerar el remito',
    detail:
      'Ningún talonario de remitos tiene números disponibles y un CAI vigente, así que no se puede emitir ningún egreso. No se cambió nada.',
    remedy:
      'Quien administra el depósito carga un talonario con su CAI: en la página «Talonarios», o con POST /remito-books. Después repetí la solicitud, con otra Idempotency-Key si tenía una.',
  },
  'products/not-found': notFound('Producto', 'encontrado'),
  'products/duplicate-sku': {
    title: 'SKU repetido',
    detail: 'Este cliente ya tiene un producto con este SKU.',
    remedy: 'Usá el producto que ya existe, u otro SKU. El de un producto archivado sigue ocupado.',
  },
  'products/duplicate-gtin': {
    title: 'GTIN repetido',
    detail: 'Este cliente ya tiene un producto con este GTIN.',
    remedy:
      'Usá el producto que ya existe, o sacale antes el GTIN. El de un producto archivado sigue ocupado.',
  },
  'products/in-stock': {
    title: 'El producto tiene stock',
    detail: 'Solo se puede archivar un producto sin stock y sin pedidos pendientes.',
    remedy:
      'Sacá el stock (con un egreso, una transferencia o un ajuste), resolvé los pedidos pendientes y archivalo.',
  },
  'products/archived': {
    title: 'Producto archivado',
    detail: 'Un producto archivado no puede recibir mercadería.',
    remedy:
      'Usá otro producto, o recuperá este con PATCH /products/{id} y {"archived": false}. "errors" señala cada lugar que lo nombra.',
  },
  'orders/not-found': notFound('Pedido', 'encontrado'),
  'orders/unknown-destinatario': {
    title: 'Destinatario desconocido',
    detail: 'destinatario_id no es de uno de tus destinatarios.',
    remedy:
      'Usá el id de uno de tus destinatarios (GET /destinatarios). Uno eliminado no sirve para un pedido nuevo.',
  },
  'orders/unknown-product': {
    title: 'Producto desconocido',
    detail: 'El pedido nombra un producto que no es tuyo o que está archivado.',
    remedy: 'Usá los ids de GET /stock, que no muestra los archivados. "errors" señala cada ítem.',
  },
  'orders/insufficient-stock': {
    title: 'Stock insuficiente',
    detail: 'No hay stock disponible suficiente para este pedido.',
    remedy:
      'Compará "requested" con "available" en cada entrada de "shortages". Pedí menos, o esperá que entre mercadería. El stock disponible no está vencido, ni retenido, ni reservado por pedidos pendientes; "reasons" dice cuánto de "in_stock" queda afuera por cada motivo. Al aprobar un pedido el estado es 409: el stock estaba cuando se creó, pero ya no está.',
  },
  'orders/batch-refused': {
    title: 'Lote de pedidos rechazado',
    detail: 'Algunos pedidos del lote no se pueden hacer, así que no se hizo ninguno.',
    remedy:
      'Mirá "refused": cada entrada tiene el índice de su pedido y su problema. Corregí o sacá esos pedidos, con claves nuevas para los que corregiste, y volvé a enviar el lote. Con "mode": "each" se hacen los demás.',
  },
  'orders/not-cancellable': {
    title: 'El pedido ya no se puede cancelar',
    detail: 'Un pedido se puede cancelar solo mientras está pendiente o aprobado.',
    remedy: 'El pedido ya pasó esos estados (mirá "current_status"). Pedile al depósito que lo cancele.',
  },
  'orders/not-changeable': {
    title: 'El pedido ya no se puede cambiar',
    detail: 'Un pedido se puede cambiar solo mientras está pendiente.',
    remedy:
      'El depósito ya decidió sobre él, o está cancelado (mirá "current_status"). Cancelalo mientras se pueda y hacé otro, o hablá con el depósito.',
  },
  'orders/changed-meanwhile': {
    title: 'El pedido cambió mientras tanto',
    detail: 'El pedido cambió desde la revisión en la que se basa esta solicitud. No se cambió nada.',
    remedy:
      'Mirá en "changes" qué cambiaron las actualizaciones desde entonces, y en "current_status" cómo está. Si la solicitud todavía tiene sentido, mandala de nuevo con la "revision".',
  },
  'orders/invalid-transition': {
    title: 'Paso no permitido',
    detail: 'El estado actual del pedido no permite esta acción.',
    remedy:
      'Mirá "current_status" y "allowed_actions". Puede que alguien lo haya cambiado antes: volvé a leerlo.',
  },
  'orders/lot-on-hold': {
    title: 'Mercadería de un lote retenido',
    detail: 'El pedido tiene mercadería de un lote retenido, así que no se puede despachar.',
    remedy:
      'Mirá en "lots" cuáles son y por qué está retenido cada uno. Dejá el pedido en espera hasta que se liberen, o cancelalo, y la mercadería vuelve a sus lotes. Si igual tiene que salir, repetí la solicitud con {"override_hold": true} y un motivo; la auditoría guarda los dos.',
  },
  'orders/on-trip': {
    title: 'El pedido está en un viaje',
    detail: 'El pedido está en un viaje que todavía no salió, así que no sale por su cuenta.',
    remedy:
      'Mirá "on_trips". Dale salida al viaje, que despacha todos sus pedidos, o primero sacá el pedido de ahí.',
  },
  'trips/unknown-link': {
    title: 'Enlace desconocido',
    detail: 'No hay ningún viaje detrás de este enlace.',
    remedy:
      'El enlace puede estar incompleto, o lo reemplazó uno más nuevo. Pedile al depósito el último enlace del viaje.',
  },
  'trips/link-cannot-report': {
    title: 'Con este enlace ahora no se puede avisar nada',
    detail: 'Con este enlace se puede leer el viaje, pero no avisar nada.',
    remedy:
      'El chofer avisa desde la salida hasta que se cierra el viaje, y como máximo durante 48 horas. Fuera de ese lapso, el depósito cambia el pedido.',
  },
  'trips/stop-not-found': {
    title: 'No existe la parada',
    detail: 'El viaje no tiene ninguna parada en esa posición.',
    remedy: 'Volvé a leer el viaje: las paradas se numeran desde el 1.',
  },
  'trips/stop-done': {
    title: 'La parada ya tiene resultado',
    detail: 'La parada ya tiene otro resultado, que queda como está.',
    remedy: 'Mirá "outcome". Si está mal, llamá al depósito.',
  },
  'trips/not-found': notFound('Viaje', 'encontrado'),
  'trips/changed-meanwhile': {
    title: 'El viaje cambió mientras tanto',
    detail: 'El viaje cambió después de la revisión que mandaste. No se modificó nada.',
    remedy:
      'Volvé a leer el viaje, fijate si el cambio sigue haciendo falta y repetilo con la "revision" que tiene ahora.',
  },
  'trips/not-draft': {
    title: 'El viaje ya salió',
    detail:
      'Las paradas de un viaje se cambian solo mientras es un borrador; también es el momento de darle salida o de eliminarlo.',
    remedy:
      'Mirá "current_status". El resultado de una parada cambia con una acción sobre su pedido; un pedido que no se pudo entregar puede ir en otro viaje.',
  },
  'trips/not-under-way': {
    title: 'El viaje no está en curso',
    detail: 'Solo se cierra un viaje que ya salió, y una sola vez.',
    remedy: 'Mirá "current_status". Un borrador que no hace falta se elimina con DELETE /trips/{id}.',
  },
  'trips/closed': {
    title: 'El viaje está cerrado',
    detail: 'El viaje está cerrado, así que ya no se puede cambiar nada.',
    remedy:
      'No hay nada que hacer: un viaje cerrado queda como estaba. Para lo que tiene que volver a salir, armá un viaje nuevo.',
  },
  'trips/order-on-trip': {
    title: 'El pedido está en un viaje',
    detail: 'El pedido ya está en un viaje, y puede estar en uno solo a la vez.',
    remedy:
      'Mirá "on_trips". Si ese viaje es un borrador, primero sacá el pedido de ahí; si no, el pedido está en camino.',
  },
  'trips/orders-not-ready': {
    title: 'Hay pedidos que no están listos',
    detail: 'Algunos pedidos no pueden ir en este viaje, o no pueden salir con él. No se modificó nada.',
    remedy:
      'Mirá en "orders" cuáles son y por qué. Un viaje lleva pedidos aprobados, en preparación o que no se pudieron entregar, siempre que los entregue el depósito. Sale cuando todos están en preparación o no se pudieron entregar, sin mercadería de un lote retenido: preparalos, liberá el lote o sacá el pedido del viaje.',
  },
  'trips/no-stops': {
    title: 'El viaje no tiene paradas',
    detail: 'El viaje no tiene paradas, así que no puede salir.',
    remedy: 'Primero agregale pedidos, o eliminalo.',
  },
  'trips/not-a-stop': {
    title: 'El pedido no está en este viaje',
    detail: 'El pedido no es una parada de este viaje.',
    remedy: 'Volvé a leer el viaje: puede que alguien haya sacado el pedido, o que se haya cancelado.',
  },
  'trips/too-many-stops': {
    title: 'Demasiadas paradas',
    detail: 'Un viaje tiene como máximo 200 paradas.',
    remedy: 'Armá otro viaje para el resto.',
  },
  'trips/too-many-labels': {
    title: 'Demasiadas etiquetas',
    detail: 'El viaje tiene más de 2000 bultos, que son demasiados para un solo archivo.',
    remedy: 'Imprimí las etiquetas pedido por pedido: GET /orders/{id}/labels.',
  },
  'trips/stops-open': {
    title: 'Hay paradas sin resultado',
    detail: 'Algunas paradas todavía no tienen resultado, así que el viaje no se puede cerrar.',
    remedy: 'Mirá "stops": indicá si cada pedido se entregó o no y después cerrá el viaje.',
  },
  'orders/not-to-pick': {
    title: 'Pedidos sin mercadería para juntar',
    detail: 'Algunos de estos pedidos no están aprobados ni en preparación.',
    remedy:
      'Mirá "errors": cada puntero es el parámetro con la posición del pedido, contada desde 0. Sacá esos pedidos de la lista.',
  },
  'orders/not-packed': {
    title: 'Pedido sin bultos',
    detail: 'Todavía no se sabe cuántos bultos tiene el pedido, así que no hay etiquetas.',
    remedy: 'Primero informá los bultos: PATCH /orders/{id} con {"action": "pack", "packages": 3}.',
  },
  'destinatarios/not-found': notFound('Destinatario', 'encontrado'),
  'attachments/not-found': notFound('Adjunto', 'encontrado'),
  'attachments/unsupported-type': {
    title: 'No es un PDF',
    detail: 'Solo se pueden adjuntar archivos PDF.',
    remedy: 'El contenido tiene que empezar con %PDF- y el nombre terminar en .pdf.',
  },
  'attachments/too-large': {
    title: 'Archivo demasiado grande',
    detail: 'Un adjunto puede pesar 10 MiB como máximo.',
    remedy: 'Achicá el archivo, o dividilo.',
  },
  'attachments/limit-reached': {
    title: 'Demasiados adjuntos',
    detail: 'Un pedido puede tener 20 adjuntos como máximo.',
    remedy: 'Juntá varios documentos en un solo PDF.',
  },
  'attachments/order-closed': {
    title: 'Pedido cerrado',
    detail: 'No se puede adjuntar nada a un pedido rechazado o cancelado.',
    remedy: 'Adjuntá el archivo al pedido que lo reemplaza.',
  },
  'attachments/not-removable': {
    title: 'El adjunto ya no se puede quitar',
    detail: 'Los archivos se pueden quitar solo mientras el pedido está pendiente.',
    remedy: 'El depósito ya decidió sobre el pedido (mirá "current_status"). Consultalo con el depósito.',
  },
  'attachments/invalid-link': {
    title: 'Enlace inválido',
    detail: 'Este enlace no es válido, o tiene más de una hora.',
    remedy: 'Volvé a leer el pedido: cada lectura devuelve enlaces nuevos.',
  },
  'clients/not-found': notFound('Cliente', 'encontrado'),
  'clients/duplicate-cuit': {
    title: 'CUIT o DNI repetido',
    detail: 'Otro cliente ya tiene este CUIT o DNI.',
    remedy: 'Usá el cliente que ya existe, o corregí el número.',
  },
  'transactions/not-found': notFound('Transacción', 'encontrada'),
  'account/already-reversed': {
    title: 'Movimiento ya anulado',
    detail: 'Este movimiento ya está anulado, o él mismo es una anulación.',
    remedy:
      'Un movimiento se anula una sola vez. Si la anulación estuvo mal, registrá de nuevo el movimiento original.',
  },
  'account/duplicate-number': {
    title: 'Número de nota de crédito repetido',
    detail: 'Este cliente ya tiene una nota de crédito con este número.',
    remedy:
      'Si esta nota de crédito ya se emitió, no hace falta hacer nada. Si no, usá otro número: el de una nota anulada sigue ocupado.',
  },
  'webhooks/not-found': notFound('Endpoint de webhooks', 'encontrado'),
  'webhooks/url-not-allowed': {
    title: 'URL de webhook no permitida',
    detail:
      'La URL tiene que usar https, no llevar credenciales y apuntar a una dirección pública de Internet.',
    remedy:
      'Usá una dirección pública con https. Se rechazan las direcciones privadas, locales y reservadas, los nombres de una sola palabra, los del tipo *.local o *.internal, y los que resuelven a una dirección así.',
  },
  'webhooks/endpoint-limit-reached': {
    title: 'Demasiados endpoints de webhooks',
    detail: 'Un cliente puede tener 20 endpoints como máximo.',
    remedy: 'Eliminá uno que ya no uses, o suscribí uno a más eventos.',
  },
  'webhooks/duplicate-url': {
    title: 'URL de webhook repetida',
    detail: 'Ya tenés un endpoint con esta URL.',
    remedy: 'Cambiá los eventos del endpoint que ya existe (PATCH /webhooks/{id}).',
  },
  'webhooks/delivery-not-retryable': {
    title: 'La entrega no se puede reintentar',
    detail: 'Solo se puede reintentar una entrega fallida o abandonada.',
    remedy: 'Una pendiente se reintenta sola (mirá next_attempt_at); una exitosa ya llegó.',
  },
  'webhooks/endpoint-paused': {
    title: 'Endpoint pausado',
    detail:
      'Este endpoint está pausado: no se le manda nada. Reactivalo antes: PATCH /webhooks/{id} con {"status": "active"}.',
    remedy:
      'Arreglá el receptor, reactivá el endpoint (PATCH /webhooks/{id} con {"status": "active"}) y reintentá.',
  },
  'webhooks/replay-too-large': {
    title: 'Demasiados eventos para reenviar',
    detail: 'Un reenvío manda 100000 eventos como máximo.',
    remedy: 'Dividilo: elegí un período más corto (since, until), o algunos event_types por vez.',
  },
  'deliveries/not-found': notFound('Entrega', 'encontrada'),
  'idempotency/key-required': {
    title: 'Falta Idempotency-Key',
    detail: 'Mandá el encabezado Idempotency-Key: cualquier texto único, por ejemplo un UUID.',
    remedy: 'Generá una clave nueva para cada pedido, y mandá la misma cuando lo reintentes.',
  },
  'idempotency/key-invalid': {
    title: 'Idempotency-Key inválida',
    detail: 'Idempotency-Key tiene que tener de 1 a 255 caracteres.',
    remedy: 'Usá un UUID, por ejemplo.',
  },
  'idempotency/key-reused-with-different-body': {
    title: 'Idempotency-Key repetida',
    detail: 'Esta Idempotency-Key ya se usó con otro cuerpo.',
    remedy: 'Cada clave identifica una sola operación. Usá una nueva para una operación nueva.',
  },
  'idempotency/request-in-progress': {
    title: 'Operación en curso',
    detail: 'Una operación con esta Idempotency-Key todavía está en curso.',
    remedy:
      'Esperá los segundos que dice Retry-After y mandala otra vez: recibís la respuesta de la primera.',
  },
  'live/too-many-streams': {
    title: 'Demasiadas conexiones en vivo',
    detail: 'Esta clave o sesión ya tiene 20 conexiones en vivo abiertas.',
    remedy:
      'Cerrá una antes de abrir otra. Una sola informa todos los temas: compartila entre las partes de un programa, o entre las pestañas de un navegador.',
  },
  'views/not-found': notFound('Vista', 'encontrada'),
  'views/duplicate-name': {
    title: 'Nombre en uso',
    detail: 'Ya hay una vista de esta página con este nombre.',
    remedy: 'Elegí otro nombre, o cambiá la vista que lo tiene.',
  },
  'views/limit-reached': {
    title: 'Demasiadas vistas',
    detail: 'Un usuario puede tener 100 vistas.',
    remedy: 'Eliminá una que ya no uses.',
  },
  'server/internal': {
    title: 'Error interno',
    detail: 'Hubo un error inesperado. Quedó registrado con el id de la solicitud.',
    remedy: 'Probá otra vez. Si sigue, avisanos con el request_id.',
  },
  'server/unavailable': {
    title: 'No disponible por un momento',
    detail: 'El servicio no llega a su base de datos en este momento.',
    remedy: 'Probá otra vez después de los segundos que dice Retry-After.',
  },
}
