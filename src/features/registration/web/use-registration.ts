import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { findPasswordWeakness } from '#features/accounts/password-strength.ts'
import type { ReferralInvitation } from '#features/referrals/referral-call.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { type Errors, useContractForm } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { emptyForm, formRules, RegistrationForm, stepOf } from './registration-form.ts'
import type { OrganizationName } from './use-organization-search.ts'
import { useSource } from './use-source.ts'

const EMAIL_IN_USE = 406

const prefilled = ({ directReferralContact: person, referredToOrganization: organization }: ReferralInvitation) => ({
  firstName: person.firstName,
  lastName: person.lastName,
  email: person.email,
  organizationName: organization.name,
  organizationDescription: organization.description ?? '',
  organizationWebsite: organization.website ?? '',
})

/** The state of the registration: both steps' fields, the chosen organization, the captcha, and sending it all. */
export function useRegistration(invitation: ReferralInvitation | null, referralId: string | null) {
  const { t } = useTranslation('registration')
  const navigate = useNavigate()
  const { partner } = useSource()
  const [step, setStep] = useState(invitation ? 1 : 0)
  const [chosen, setChosen] = useState<OrganizationName | null>(invitation?.referredToOrganization ?? null)
  const [captcha, setCaptcha] = useState({ round: 0, code: null as string | null })
  const advice = useRef<string | null>(null)

  const showErrors = (errors: Errors) => {
    notify(t('form.checkErrors', { ns: 'platform' }), 'bad')
    if (!captcha.code) notify(t('organization.captcha'), 'bad')
    setStep(stepOf(errors))
  }
  const finish = ({ verificationRequired }: { verificationRequired: boolean }) => {
    if (partner) return location.assign(partner.confirmation)
    navigate(`/registration/completion${verificationRequired ? '?verificationRequired=true' : ''}`)
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
      const body = { ...values, ...own, captchaCode: captcha.code, source: partner?.source, referralId }
      finish(await api.post('/api/organizationRegistration/register/', body, { quiet: true, staysOn401: true }))
    },
    onFailure: (error) => {
      const isInUse = error instanceof ApiError && error.status === EMAIL_IN_USE
      notify(t(isInUse ? 'organization.emailInUse' : 'organization.unknownError'), 'bad')
      if (isInUse) form.setErrors({ email: t('organization.emailInUse') })
      if (isInUse) setStep(0)
      setCaptcha(({ round }) => ({ round: round + 1, code: null }))
    },
  })
  const checkPassword = async () => {
    const { password, firstName, lastName, email, organizationName } = form.values as Record<string, string>
    const personal = [firstName, lastName, email, organizationName, configuration().productName]
    advice.current = await findPasswordWeakness(password ?? '', {
      minLength: configuration().passwordMinLength,
      personal,
    })
  }
  const isChecking = useRef(false)
  const submit = async () => {
    if (isChecking.current) return
    isChecking.current = true
    // Without the dictionaries (a lost connection, say) the server judges alone.
    await checkPassword().catch(() => undefined)
    isChecking.current = false
    await form.submit()
  }
  const checkStep = async (fields: readonly string[]) => {
    await checkPassword().catch(() => undefined)
    const isGood = form.check([...fields])
    if (!isGood) notify(t('form.checkErrors', { ns: 'platform' }), 'bad')
    return isGood
  }
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
