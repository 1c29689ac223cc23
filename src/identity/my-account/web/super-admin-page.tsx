import { Button, Checkbox, SimpleGrid, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { redirect, useLoaderData } from 'react-router'
import { ImpersonationCard } from '#identity/account-safety/web/account-safety-public.tsx'
import type { AccountRole, Role } from '#identity/accounts/super-admin.ts'
import { ApiError, api, NOT_CONFIRMED } from '#platform/web/api.ts'
import { logFailure } from '#platform/web/error-reporting.ts'
import { currentUser } from '#platform/web/guards.ts'
import { notify } from '#platform/web/notify.ts'
import { userHasRole } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { OrganizationSelect } from './organization-select.tsx'

const BASE = '/api/admin/utilities'

export async function loader() {
  const user = await currentUser()
  if (!userHasRole(user, 'developer')) throw redirect('/myAccount/preferences')
  const [roles, own] = await Promise.all([
    api.get<Role[]>(`${BASE}/getRoles`, { quiet: true }),
    api.get<AccountRole[]>(`${BASE}/getPortalAccountRoles`, { quiet: true }),
  ])
  return { user, roles, own }
}

/** Unchecked roles stay in the list, marked as deleted; newly checked ones are added. */
export function toggleRole(lines: AccountRole[], role: Role, portalAccountId: string, isHeld: boolean): AccountRole[] {
  if (lines.some((line) => line.roleId === role.id))
    return lines.map((line) => (line.roleId === role.id ? { ...line, isDeleted: !isHeld } : line))
  return isHeld ? [...lines, { roleId: role.id, portalAccountId, isDeleted: false }] : lines
}

/** Sends the saved roles once more, as specified; the answer is the list of the roles that the account has. */
const readBack = (lines: AccountRole[]) =>
  api.put<AccountRole[]>(`${BASE}/updatePortalAccountRoles`, lines, { quiet: true })

/** A developer's own organization and roles. */
export function Screen() {
  const { t } = useTranslation(['accounts', 'platform'])
  const { user, roles, own } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  const [lines, setLines] = useState(own)
  const [organizationId, setOrganizationId] = useState(user.organizationId)
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const grid = useId()

  const save = async () => {
    if (!organizationId) return setError(t('platform:form.required'))
    setSaving(true)
    try {
      // One transaction for both: if the roles are refused, the organization does not change either.
      await api.post(
        `${BASE}/changeOrganization`,
        { roles: lines },
        { query: { newOrgId: organizationId }, quiet: true },
      )
      // After giving up the role, the person may no longer load the roles.
      const staysDeveloper = lines.some((line) => line.roleId === 'developer' && !line.isDeleted)
      // Everything is saved already: this only reads the roles back, so its failure is only logged.
      const now = staysDeveloper ? await readBack(lines).catch(logFailure) : null
      if (now) setLines(now)
      notify(t('superAdmin.saved'))
    } catch (failure) {
      logFailure(failure)
      const code = failure instanceof ApiError ? failure.code : ''
      if (code === 'last-admin') setError(t('superAdmin.lastAdmin'))
      else if (code !== NOT_CONFIRMED) notify(t('platform:notice.wentWrong'), 'bad')
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <PageHeading title={t('superAdmin.title')} lead={t('superAdmin.lead')} />
      <Card>
        <Stack gap="lg">
          <OrganizationSelect
            current={user.organizationId ? { id: user.organizationId, name: user.organizationName ?? '' } : null}
            error={error}
            onChange={(id) => {
              setOrganizationId(id)
              setError(null)
            }}
          />
          <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
            <legend id={grid} style={{ fontWeight: 600, marginBottom: 10 }}>
              {t('superAdmin.roles')}
            </legend>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {roles.map((role) => (
                <Checkbox
                  key={role.id}
                  label={`${role.scope} : ${role.name}`}
                  checked={lines.some((line) => line.roleId === role.id && !line.isDeleted)}
                  onChange={(e) => {
                    const isHeld = e.currentTarget.checked
                    setLines((now) => toggleRole(now, role, user.id, isHeld))
                  }}
                />
              ))}
            </SimpleGrid>
          </fieldset>
          <Button onClick={save} loading={isSaving} style={{ justifySelf: 'end', alignSelf: 'flex-end' }}>
            {t('platform:form.save')}
          </Button>
        </Stack>
      </Card>
      <ImpersonationCard />
    </>
  )
}
