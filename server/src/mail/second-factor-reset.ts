// The mail to a person whose second factor an administrator has removed. In Spanish and English.
import { type Mail, nameInMail } from './transport.ts'

/** `by`: the name of the administrator; null: a program of the warehouse. */
type ResetNotice = { to: string; name: string; by: string | null }

export function secondFactorResetMail({ to, name, by }: ResetNotice): Mail {
  return {
    to,
    aboutClient: null,
    subject: 'Se desactivó tu verificación en dos pasos · Your second factor was removed',
    text: `Hola, ${nameInMail(name)}:

${by === null ? 'La administración del depósito' : nameInMail(by)} desactivó la verificación en dos pasos de tu cuenta de Andén, y se cerraron todas tus sesiones. La próxima
vez entrás sólo con tu contraseña; después volvé a activar la verificación en tu perfil.

Si no lo pediste, avisale cuanto antes a un administrador y cambiá tu contraseña.

────────

Hello, ${nameInMail(name)},

${by === null ? 'the administration of the warehouse' : nameInMail(by)} has removed the second factor of your account of Andén, and all your sessions have ended. The next time you
sign in with your password alone; then set the second factor up again in your profile.

If you did not ask for this, tell an administrator at once and change your password.
`,
  }
}
