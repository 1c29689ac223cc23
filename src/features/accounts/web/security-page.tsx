import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { MyActivity, MySessions } from '#features/account-safety/web/account-safety-public.tsx'
import {
  authenticatorsQuery,
  MfaRequirementSection,
  RecoveryCodesSection,
  SecondFactorsSection,
} from '#features/authenticators/web/authenticators-public.tsx'
import { PasskeySection } from '#features/passkeys/web/passkeys-public.tsx'
import { SignOnSection } from '#features/single-sign-on/web/single-sign-on-public.tsx'
import { configuration } from '#platform/web/configuration.ts'
import { currentUser } from '#platform/web/guards.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { SessionUser } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { PasswordSection } from './password-section.tsx'

/** A second factor is asked for, and the person did not come from a partner's site, which takes care of it there. */
const treatsMfaAsRequired = (user: SessionUser) =>
  user.requireMfa && !configuration().partners.some(({ source }) => document.referrer.includes(source))

/** Where a second factor is required, what is enrolled is loaded first; if that fails the screen does not open. */
export async function loader() {
  const user = await currentUser()
  const isRequired = treatsMfaAsRequired(user)
  if (isRequired) await queryClient.fetchQuery({ ...authenticatorsQuery, staleTime: 0, retry: false })
  return { user, isRequired }
}

/** Everything that keeps an account safe, a section each. Where nothing more is required, the password's dialog opens by itself. */
export function Screen() {
  const { t } = useTranslation('accounts')
  const { user, isRequired } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  return (
    <>
      <PageHeading title={t('security.title')} />
      <PasswordSection user={user} opensItself={!isRequired} />
      <SecondFactorsSection isRequired={isRequired} />
      <RecoveryCodesSection isRequired={isRequired} />
      <PasskeySection />
      <SignOnSection />
      <MfaRequirementSection user={user} />
      <MySessions />
      <MyActivity />
    </>
  )
}
