import { Button, Stack } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { z } from 'zod'
import { phoneText } from '#platform/schema/phone-number.ts'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { currentUser, refreshUser } from '#platform/web/guards.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Select } from '#ui/select.tsx'
import { AccountForm, PortalAccountChange } from '../portal-account.ts'
import { accountRecord, changeAccount } from './team-calls.ts'

const OwnForm = z.object({
  ...AccountForm.pick({ firstName: true, lastName: true, title: true }).shape,
  language: PortalAccountChange.shape.language.unwrap(),
})

type Own = z.output<typeof OwnForm>
const changedFields = (own: Own, saved: Own) =>
  Object.fromEntries(Object.entries(own).filter(([name, value]) => (value ?? '') !== (saved[name as keyof Own] ?? '')))

export async function loader() {
  const user = await currentUser()
  return { user, account: await queryClient.fetchQuery({ ...accountRecord(user.id), staleTime: 0 }) }
}

/** A person's own name and message language; an administrator changes address and number (specification, section 6). */
export function Screen() {
  const { t } = useTranslation(['team', 'platform'])
  const { user, account } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const saved = useRef<Own>({
    firstName: account.firstName,
    lastName: account.lastName,
    title: account.title ?? '',
    language: user.language,
  })
  const form = useContractForm({
    contract: OwnForm,
    texts: 'team',
    initial: { ...saved.current },
    onSubmit: async (own) => {
      const { version } = await queryClient.fetchQuery({ ...accountRecord(user.id), staleTime: 0 })
      // Unchanged fields are not sent, so that an administrator's correction in the meantime is kept.
      await changeAccount({ ...changedFields(own, saved.current), id: user.id, version })
      saved.current = own
      await refreshUser()
      notify(t('myInfo.saved'))
    },
    onFailure: (error) => {
      if (!(error instanceof ApiError && error.errors.length)) notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  return (
    <>
      <PageHeading title={t('myInfo.title')} />
      <Card>
        <form onSubmit={form.submit} noValidate>
          <Stack gap="md">
            <Field form={form} name="firstName" autoComplete="given-name" />
            <Field form={form} name="lastName" autoComplete="family-name" />
            <Field form={form} name="title" autoComplete="organization-title" />
            <Select
              label={t('myInfo.language')}
              data={['en', 'es'].map((value) => ({ value, label: t(`myInfo.languages.${value}`) }))}
              value={String(form.values.language)}
              allowDeselect={false}
              onChange={(language) => language && form.set('language', language)}
            />
            <p style={{ margin: 0 }}>
              {t('myInfo.reach', {
                email: account.email,
                phone: account.phoneNumber ? phoneText(account.phoneNumber) : t('myInfo.noPhone'),
              })}
              <br />
              {t(user.organizationId ? 'myInfo.askAdmin' : 'myInfo.askPortal')}
            </p>
            <Button type="submit" loading={form.isSending} style={{ alignSelf: 'flex-end' }}>
              {t('platform:form.save')}
            </Button>
          </Stack>
        </form>
      </Card>
    </>
  )
}
