import { Button, Checkbox, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { phoneText } from '#platform/schema/phone-number.ts'
import { type RoleKey, roleKeys } from '#platform/schema/roles.ts'
import { ApiError, newerVersion } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { type ContractForm, useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { refreshUser } from '#platform/web/guards.ts'
import { notify } from '#platform/web/notify.ts'
import { AccountForm, type PortalAccount } from '../portal-account.ts'
import { rolesToGive } from '../team-policy.ts'
import { currentViewer } from './requested-change.ts'
import classes from './team.module.css'
import { changeAccount, showAccount } from './team-calls.ts'
import { useRoleNames } from './use-role-names.ts'

const EditForm = AccountForm.extend({ roles: z.array(z.enum(roleKeys)).min(1, { error: 'role-needed' }) })
type EditForm = z.infer<typeof EditForm>

const rolesOf = (account: PortalAccount) => account.portalAccountRoles.map((role) => role.roleId)
const valuesOf = (account: PortalAccount) => ({
  firstName: account.firstName,
  lastName: account.lastName,
  title: account.title ?? '',
  email: account.email,
  phoneNumber: phoneText(account.phoneNumber ?? ''),
  roles: rolesOf(account),
})

/** Edits an account. If another person changed it meanwhile, both versions are shown and no input is lost. */
export function EditAccount({ account, onDone }: { account: PortalAccount; onDone: () => void }) {
  const { t } = useTranslation(['team', 'platform'])
  const [theirs, setTheirs] = useState<PortalAccount | null>(null)
  // The version that was read when the form opened, until a newer one was shown.
  const version = useRef(account.version)
  const save = async ({ roles, ...fields }: EditForm) => {
    const portalAccountRoles = roles.map((roleId) => ({ roleId }))
    const saved = await changeAccount({ ...fields, id: account.id, portalAccountRoles, version: version.current })
    if (saved.id === currentViewer().accountId) await refreshUser()
    const isWaiting =
      saved.pendingEmail !== account.pendingEmail || saved.pendingPhoneNumber !== account.pendingPhoneNumber
    notify(t(isWaiting ? 'edit.savedWaiting' : 'edit.saved'))
    onDone()
  }
  const form: ContractForm<typeof EditForm.shape> = useContractForm({
    contract: EditForm,
    texts: 'team',
    initial: valuesOf(account),
    onSubmit: save,
    onFailure: (error) => fail(error),
  })
  const fail = (error: unknown) => {
    const newer = newerVersion<PortalAccount>(error)
    const { code, status, errors } = error instanceof ApiError ? error : new ApiError(0, {})
    if (newer) setTheirs(showAccount(newer))
    else if (code === 'last-admin') form.setErrors({ roles: t('message.last-admin') })
    else if (status === 429)
      form.setErrors({ [form.values.email === account.email ? 'phoneNumber' : 'email']: t('edit.tooMany') })
    else if (!errors.length) notify(t('platform:notice.wentWrong'), 'bad')
  }
  const settle = (isMine: boolean) => {
    if (!theirs) return
    version.current = theirs.version
    setTheirs(null)
    if (isMine) return form.submit()
    for (const [name, value] of Object.entries(valuesOf(theirs))) form.set(name, value)
  }
  return (
    <form className={classes.form} noValidate onSubmit={form.submit}>
      <div className={classes.fields}>
        <Field form={form} name="firstName" autoComplete="off" />
        <Field form={form} name="lastName" autoComplete="off" />
        <Field form={form} name="title" autoComplete="off" />
        <span />
        <Field form={form} name="email" description={t('edit.emailHelp')} autoComplete="off" />
        <Field form={form} name="phoneNumber" description={t('edit.phoneHelp')} autoComplete="off" />
      </div>
      <RoleBoxes form={form} account={account} />
      {theirs && <ConflictNotice theirs={theirs} values={form.values} onSettle={settle} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('platform:form.cancel')}
        </Button>
        {!theirs && (
          <Button type="submit" loading={form.isSending}>
            {t('platform:form.save')}
          </Button>
        )}
      </Group>
    </form>
  )
}

/** The roles that the actor may give; nobody can give themselves more than they have. */
function RoleBoxes({ form, account }: { form: ContractForm<typeof EditForm.shape>; account: PortalAccount }) {
  const { t } = useTranslation('team')
  const asking = currentViewer()
  const held = rolesOf(account)
  const givable = rolesToGive(asking, account.organizationId)
  const isSelf = asking.accountId === account.id
  const isOpen = (role: RoleKey) => givable.includes(role) && (!isSelf || held.includes(role))
  const shown = roleKeys.filter((role) => givable.includes(role) || held.includes(role))
  return (
    <Checkbox.Group
      size="md"
      label={t('edit.roles')}
      description={t(isSelf ? 'edit.rolesSelf' : 'edit.rolesHelp')}
      error={form.errors.roles}
      value={(form.values.roles as string[] | undefined) ?? []}
      onChange={(roles) => form.set('roles', roles)}
    >
      <div className={classes.boxes}>
        {shown.map((role) => (
          <Checkbox
            key={role}
            mt={role === shown[0] ? 8 : 0}
            value={role}
            disabled={!isOpen(role)}
            label={t(`role.${role}`, { product: configuration().productName })}
            description={t(`roleHelp.${role}`)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function ConflictNotice({
  theirs,
  values,
  onSettle,
}: {
  theirs: PortalAccount
  values: Record<string, unknown>
  onSettle: (isMine: boolean) => void
}) {
  const { t } = useTranslation('team')
  const roleNames = useRoleNames()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const now = valuesOf(theirs)
  const differing = (Object.keys(now) as (keyof typeof now)[]).filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(values[name]),
  )
  const say = (name: keyof typeof now) => (name === 'roles' ? roleNames(now.roles) : now[name] || '—')
  return (
    <div ref={notice} className={classes.conflict} role="alert" tabIndex={-1}>
      <h2>{t('edit.conflict')}</h2>
      <p>{t('edit.conflictText')}</p>
      <ul>
        {differing.map((name) => (
          <li key={name}>
            {t(`edit.field.${name}`)}: <strong>{say(name)}</strong>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button onClick={() => onSettle(true)}>{t('edit.keepMine')}</Button>
        <Button variant="default" onClick={() => onSettle(false)}>
          {t('edit.takeTheirs')}
        </Button>
      </div>
    </div>
  )
}
