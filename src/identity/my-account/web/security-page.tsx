import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { MyActivity, MySessions } from '#identity/account-safety/web/account-safety-public.tsx'
import { PasswordSection } from '#identity/accounts/web/accounts-public.tsx'
import type { LoadedMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import {
  authenticatorsQuery,
  consumeIntent,
  MfaRequirementSection,
  RecoveryCodesSection,
  SecondFactorsSection,
} from '#identity/authenticators/web/authenticators-public.tsx'
import { configuration } from '#platform/web/configuration.ts'
import { currentUser } from '#platform/web/guards.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { SessionUser } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'

/** A second factor is required, and the person did not come from a partner's site, which handles it. */
const treatsMfaAsRequired = (user: SessionUser) =>
  user.requireMfa && !configuration().partners.some(({ source }) => document.referrer.includes(source))

/** If a second factor is required, the enrolled factors are loaded first; if that fails, the screen does not open. */
export async function loader() {
  const user = await currentUser()
  const isRequired = treatsMfaAsRequired(user)
  if (isRequired) await queryClient.fetchQuery({ ...authenticatorsQuery, staleTime: 0, retry: false })
  return { user, isRequired }
}

/**
 * Everything about the account's security, one section each. The password dialog opens automatically if nothing else is
 * required or was started.
 */
export function Screen({ methods }: { methods: LoadedMethod[] }) {
  const { t } = useTranslation('accounts')
  const { user, isRequired } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const [resume] = useState(consumeIntent)
  return (
    <>
      <PageHeading title={t('security.title')} />
      <PasswordSection user={user} opensItself={!isRequired && !resume && !user.impersonation} />
      <SecondFactorsSection isRequired={isRequired} resume={resume} />
      <RecoveryCodesSection isRequired={isRequired} />
      {methods.map(({ name, Section }) => (
        <Section key={name} />
      ))}
      <MfaRequirementSection user={user} />
      <MySessions />
      <MyActivity />
    </>
  )
}
