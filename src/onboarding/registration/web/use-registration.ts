import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { ReferralInvitation } from '#casework/referrals/referral-call.ts'
import { findPasswordWeakness, preparePasswordCheck } from '#identity/accounts/password-strength.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError, api, isCaptchaRefused } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { type Errors, useContractForm } from '#platform/web/contract-form.ts'
import { focusFirstMistake } from '#platform/web/focus-first-mistake.ts'
import { notify } from '#platform/web/notify.ts'
import { useCallId } from '#platform/web/use-call-id.ts'
import type { Registered } from '../organization-registration.ts'
import { emptyForm, formRules, RegistrationForm, stepOf } from './registration-form.ts'
import type { OrganizationName } from './use-organization-search.ts'
import { useSource } from './use-source.ts'

const EMAIL_IN_USE = 406
const LONGEST_WAIT_MS = 6000

/** If the server names fields, each shows its own error. */
function failureText(error: unknown, paths: string[]) {
  if (isCaptchaRefused(error)) return i18next.t('platform:message.captcha-failed')
  return i18next.t(paths.length ? 'platform:form.checkErrors' : 'registration:organization.unknownError')
}

const prefilled = ({ directReferralContact: person, referredToOrganization: organization }: ReferralInvitation) => ({
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  organizationName: shownName(organization.name),
  organizationDescription: organization.description ?? '',
  organizationWebsite: organization.website ?? '',
})

/**
 * The state of the registration: the fields of both steps, the selected organization, the captcha, and submitting it.
 */
export function useRegistration(invitation: ReferralInvitation | null, referralId: string | null) {
  const { t } = useTranslation('registration')
  const navigate = useNavigate()
  const { partner } = useSource()
  const [step, setStep] = useState(invitation ? 1 : 0)
  const [chosen, setChosen] = useState<OrganizationName | null>(invitation?.referredToOrganization ?? null)
  const [captcha, setCaptcha] = useState({ round: 0, code: null as string | null })
  const advice = useRef<string | null>(null)
  const { idOf } = useCallId()
  const [isChecking, setChecking] = useState(false)

  const showErrors = (errors: Errors) => {
    notify(t('form.checkErrors', { ns: 'platform' }), 'bad')
    if (!captcha.code) notify(t('organization.captcha'), 'bad')
    setStep(stepOf(errors))
  }
  const finish = (registered: z.infer<typeof Registered>) => {
    if (partner) return location.assign(partner.confirmation)
    const open = Object.entries(registered).flatMap(([step, isOpen]) => (isOpen ? [`${step}=true`] : []))
    navigate(`/registration/completion?${open.join('&')}`)
  }
  const form = useContractForm({
    contract: RegistrationForm,
    texts: 'registration',
    initial: { ...emptyForm, ...(invitation ? prefilled(invitation) : {}) },
    rules: (values) => formRules(values, advice.current),
    onInvalid: showErrors,
    onSubmit: async (values) => {
      if (!captcha.code) return notify(t('organization.captcha'), 'bad')
      const own = chosen ? { organizationId: chosen.id, organizationDescription: null, organizationWebsite: null } : {}
      // Sent again, because its answer was lost, it is the same registration; with any correction it is another one.
      const given = { ...values, ...own, source: partner?.source, referralId }
      const body = { ...given, captchaCode: captcha.code, requestId: idOf(given) }
      finish(await api.post('/api/organizationRegistration/register/', body, { quiet: true, staysOn401: true }))
    },
    onFailure: (error) => {
      const isInUse = error instanceof ApiError && error.status === EMAIL_IN_USE
      const paths = error instanceof ApiError && !isCaptchaRefused(error) ? error.errors.map(({ path }) => path) : []
      notify(isInUse ? t('organization.emailInUse') : failureText(error, paths), 'bad')
      if (isInUse) form.setErrors({ email: t('organization.emailInUse') })
      if (isInUse) setStep(0)
      else if (paths.length) setStep(stepOf(Object.fromEntries(paths.map((path) => [path, '']))))
      setCaptcha(({ round }) => ({ round: round + 1, code: null }))
    },
  })
  const hasPassword = form.values.password !== ''
  useEffect(() => {
    if (hasPassword) preparePasswordCheck()
  }, [hasPassword])
  const judgePassword = async () => {
    const { password, firstName, lastName, email, organizationName } = form.values as Record<string, string>
    const personal = [firstName, lastName, email, organizationName, configuration().productName]
    const rule = { minLength: configuration().passwordMinLength, personal }
    const tooLong = new Promise<null>((done) => setTimeout(done, LONGEST_WAIT_MS, null))
    // If the dictionaries fail to load, or take too long, only the server checks the password.
    advice.current = await Promise.race([findPasswordWeakness(password ?? '', rule), tooLong]).catch(() => null)
  }
  const afterJudging = async <Answer>(then: () => Answer) => {
    if (isChecking) return undefined
    setChecking(true)
    await judgePassword()
    setChecking(false)
    return then()
  }
  const submit = () => afterJudging(() => form.submit())
  const checkStep = (fields: readonly string[]) =>
    afterJudging(() => {
      const isGood = form.check([...fields])
      if (isGood) return true
      notify(t('form.checkErrors', { ns: 'platform' }), 'bad')
      focusFirstMistake(document.body)
      return false
    })
  const typeOrganization = (text: string) => {
    if (chosen) for (const name of ['organizationDescription', 'organizationWebsite']) form.set(name, '')
    setChosen(null)
    form.set('organizationName', text)
  }
  const chooseOrganization = (organization: OrganizationName) => {
    setChosen(organization)
    form.set('organizationName', organization.name)
  }
  return {
    form,
    isBusy: isChecking || form.isSending,
    step,
    setStep,
    checkStep,
    submit,
    chosen,
    typeOrganization,
    chooseOrganization,
    captchaRound: captcha.round,
    setCaptchaCode: (code: string | null) => setCaptcha(({ round }) => ({ round, code })),
  }
}
export type Registration = ReturnType<typeof useRegistration>
