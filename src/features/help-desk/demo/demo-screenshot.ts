const field = (y: number, width: number) =>
  `<rect x="300" y="${y}" width="120" height="12" rx="6" fill="#4c5b5c"/><rect x="300" y="${y + 22}" width="${width}" height="40" rx="10" fill="#fff" stroke="#8b8272"/>`

/** A form that has been saving for a minute: shapes only, so that it needs no font of the machine. */
export const savingForever = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600" viewBox="0 0 960 600">
<rect width="960" height="600" fill="#fbf7f0"/>
<rect width="232" height="600" fill="#f3ece1"/>
<circle cx="40" cy="40" r="14" fill="#0b5c59"/><rect x="64" y="32" width="110" height="16" rx="8" fill="#1c2b2d"/>
${[100, 146, 192, 238].map((y) => `<rect x="28" y="${y}" width="${y === 146 ? 150 : 118}" height="14" rx="7" fill="#8b8272"/>`).join('')}
<rect x="300" y="52" width="260" height="24" rx="12" fill="#1c2b2d"/>
${field(112, 290)}${field(206, 560)}${field(300, 560)}
<rect x="300" y="430" width="150" height="48" rx="24" fill="#0b5c59" opacity="0.6"/>
<circle cx="375" cy="454" r="12" fill="none" stroke="#fff" stroke-width="4" stroke-dasharray="50 26"/>
<circle cx="470" cy="490" r="34" fill="none" stroke="#a83f16" stroke-width="6"/>
</svg>`
