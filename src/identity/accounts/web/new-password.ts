import { configuration } from '#platform/web/configuration.ts'
import { type Errors, errorText } from '#platform/web/contract-form.ts'
import { findPasswordWeakness } from '../password-strength.ts'

/** What keeps a new password from being taken, in the reader's words; nothing when it is good. */
export async function findPasswordErrors(password: string, personal: (string | null | undefined)[]): Promise<Errors> {
  const weakness = await findPasswordWeakness(password, { minLength: configuration().passwordMinLength, personal })
  return weakness ? { password: errorText(weakness, 'accounts') } : {}
}

/** The two fields of a new password must say the same. */
export const differing = (values: Record<string, unknown>): Errors =>
  values.confirmPassword && values.password !== values.confirmPassword
    ? { confirmPassword: errorText('passwords-differ', 'accounts') }
    : {}
