import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { MyActivity, MySessions } from '#identity/account-safety/web/account-safety-public.tsx'
import { PasswordSection } from '#identity/accounts/web/accounts-public.tsx'
import {
  authenticatorsQuery,
  MfaRequirementSection,
  RecoveryCodesSection,
  SecondFactorsSection,
  takeIntent,
} from '#identity/authenticators/web/authenticators-public.tsx'
import { PasskeySection } from '#identity/passkeys/web/passkeys-public.tsx'
import { SignOnSection } from '#identity/single-sign-on/web/single-sign-on-public.tsx'
import { configuration } from '#platform/web/configuration.ts'
import { currentUser } from '#platform/web/guards.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { SessionUser } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'

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

/** Everything that keeps an account safe, a section each. The password's dialog opens by itself where nothing else is required or was begun. */
export function Screen() {
  const { t } = useTranslation('accounts')
  const { user, isRequired } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const [resume] = useState(takeIntent)
  return (
    <>
      <PageHeading title={t('security.title')} />
      <PasswordSection user={user} opensItself={!isRequired && !resume && !user.impersonation} />
      <SecondFactorsSection isRequired={isRequired} resume={resume} />
      <RecoveryCodesSection isRequired={isRequired} />
      <PasskeySection />
      <SignOnSection />
      <MfaRequirementSection user={user} />
      <MySessions />
      <MyActivity />
    </>
  )
}
