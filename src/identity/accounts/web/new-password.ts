import { configuration } from '#platform/web/configuration.ts'
import { type Errors, errorText } from '#platform/web/contract-form.ts'
import { findPasswordWeakness } from '../password-strength.ts'

/** Why a new password is rejected, in the reader's language; empty if it is good. */
export async function findPasswordErrors(password: string, personal: (string | null | undefined)[]): Promise<Errors> {
  const weakness = await findPasswordWeakness(password, { minLength: configuration().passwordMinLength, personal })
  return weakness ? { password: errorText(weakness, 'accounts') } : {}
}

/** Both fields of a new password must be equal. */
export const differing = (values: Record<string, unknown>): Errors =>
  values.confirmPassword && values.password !== values.confirmPassword
    ? { confirmPassword: errorText('passwords-differ', 'accounts') }
    : {}
