import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { MyActivity, MySessions } from '#identity/account-safety/web/account-safety-public.tsx'
import { PasswordSection } from '#identity/accounts/web/accounts-public.tsx'
import type { LoadedMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import { configuration } from '#platform/web/configuration.ts'
import { currentUser } from '#platform/web/guards.ts'
import type { SessionUser } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'

/** A second factor is required, and the person did not come from a partner's site, which handles it. */
const treatsMfaAsRequired = (user: SessionUser) =>
  user.requireMfa && !configuration().partners.some(({ source }) => document.referrer.includes(source))

interface Parts {
  methods: LoadedMethod[]
}

/**
 * If a second factor is required, what the methods need for it is loaded first; if that fails, the screen does not open.
 */
export async function loader(_: unknown, { methods }: Parts) {
  const user = await currentUser()
  const isRequired = treatsMfaAsRequired(user)
  if (isRequired) await Promise.all(methods.map(({ loadRequired }) => loadRequired?.()))
  return { user, isRequired }
}

/**
 * Everything about the account's security, one section each. The password dialog opens automatically if nothing else is
 * required or was started.
 */
export function Screen({ methods }: Parts) {
  const { t } = useTranslation('accounts')
  const { user, isRequired } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const [isResuming] = useState(() => methods.some((method) => method.isResuming?.()))
  return (
    <>
      <PageHeading title={t('security.title')} />
      <PasswordSection user={user} opensItself={!isRequired && !isResuming && !user.impersonation} />
      {methods.map(({ name, Section }) => (
        <Section key={name} user={user} isRequired={isRequired} />
      ))}
      {methods.map(({ name, Rule }) => Rule && <Rule key={name} user={user} />)}
      <MySessions />
      <MyActivity />
    </>
  )
}
