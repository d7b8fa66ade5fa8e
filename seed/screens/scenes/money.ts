import { khatam, path } from '../../../app/components/motif/geometry.ts'
import { type Icon, icon } from '../drawings/icons.ts'
import { lattice, logo, star } from '../drawings/stars.ts'
import { html } from '../html.ts'
import { homeIndicator, navigation, statusBar, tabBar } from '../phone.ts'
import type { Scene } from '../scene.ts'

/** Returns the path data of an arc. `from` and `to` are fractions of a turn, starting at the top. */
function arc(from: number, to: number, radius: number): string {
  const point = (share: number) => {
    const angle = (share - 0.25) * 2 * Math.PI
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`
  }
  return `M${point(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)}`
}

const share = (color: string, name: string, text: string, sum: string) => html`
  <div class="row" style="gap:12px; padding:12px 0"><i class="cut" style="--cut:5px; width:18px; height:18px; background:${color}"></i><div class="grow"><p class="b" style="font-size:15px">${name}</p><p class="s m">${text}</p></div><b class="num" style="font-size:16px">${sum}</b></div>`

const fundColors = ['oklch(0.44 0.085 85)', 'oklch(0.72 0.075 85)', 'oklch(0.81 0.148 79)']

/** The insurance fund: how contributions were used, and the amount that is shared back. */
export const fund: Scene = {
  name: 'fund',
  hue: 'insurance',
  markup: html`
    ${statusBar('9:30')}
    ${navigation('Family cover', ['note'])}
    <div class="body">
      <h1 style="font-size:35px; line-height:1.04">Sample fund: what’s left is yours</h1>
      <p class="m" style="margin-top:9px; font-size:15px">Sample: 764 households shared one fund.</p>
      <svg width="350" height="318" viewBox="-175 -159 350 318" style="margin:4px 0 2px">
        <path d="${path(khatam(158))}" fill="none" stroke="var(--line)" stroke-width="1.5" />
        <g fill="none" stroke-width="36"><path d="${arc(0.004, 0.716, 112)}" stroke="${fundColors[0]}" /><path d="${arc(0.724, 0.836, 112)}" stroke="${fundColors[1]}" /><path d="${arc(0.844, 0.996, 118)}" stroke="${fundColors[2]}" stroke-width="48" /></g>
        <path d="${path(khatam(84))}" fill="var(--tint)" />
        <text y="-18" text-anchor="middle" font-size="14" fill="var(--muted)">Back to you</text>
        <text y="18" text-anchor="middle" font-family="var(--font-display)" font-weight="600" font-size="38" fill="var(--ink)">$86.40</text>
        <text y="40" text-anchor="middle" font-size="13" fill="var(--muted)">of $540.00</text>
        <g font-size="15" font-weight="600" text-anchor="middle"><text x="86" y="78" fill="var(--page)">72%</text><text x="-110" y="-16" fill="var(--ink)">12%</text><text x="-57" y="-98" fill="var(--ink)">16%</text></g>
      </svg>
      <div class="cut card" style="--cut:18px; padding:6px 18px">
        ${share(fundColors[0] ?? '', 'Claims paid', '41 families helped', '$297,043')}
        <div class="rule"></div>${share(fundColors[1] ?? '', 'Running the fund', 'Staff, checks, mail', '$49,507')}
        <div class="rule"></div>${share(fundColors[2] ?? '', 'Shared back', 'Not kept as profit', '$66,010')}
      </div>
    </div>
    <div class="row" style="padding:0 20px 38px; gap:10px"><div class="button grow">To my wallet</div><div class="button quiet" style="width:132px">Donate</div></div>
    ${homeIndicator}`,
}

const action = (name: Icon, label: string) =>
  `<div class="col" style="align-items:center; gap:7px"><span class="round" style="width:56px; height:56px; border-radius:15px">${icon(name, 25)}</span><span class="s">${label}</span></div>`

const entry = (hue: string, name: string, text: string, sum: string) => html`
  <div class="row" data-hue="${hue}" style="gap:13px"><span class="round tint hue">${star(22)}</span><div class="grow"><p class="b" style="font-size:15px">${name}</p><p class="s m">${text}</p></div><b class="num ${sum.startsWith('+') && 'gold'}" style="font-size:16px">${sum}</b></div>`

/** A wallet with its balance and the zakat given this year. */
export const wallet: Scene = {
  name: 'wallet',
  theme: 'night',
  markup: html`
    ${statusBar('7:15')}
    <div class="body">
      <div class="row between"><h1 style="font-size:28px">Wallet</h1><span class="round">${icon('bell')}</span></div>
      <div class="cut rel" style="--cut:26px; margin-top:14px; height:206px; background:oklch(0.81 0.148 79); color:oklch(0.25 0.035 165)">
        <div class="fill" style="color:oklch(0.55 0.12 70); opacity:.5; mask-image:linear-gradient(115deg, transparent 18%, #000 90%)">${lattice(60, 138)}</div>
        <div class="abs" style="left:24px; top:22px"><p class="b">Yours to spend</p><p class="display num" style="font-size:54px; line-height:1.05; margin-top:6px">$326.75</p></div>
        <div class="abs row between" style="left:24px; right:24px; bottom:20px"><p class="b">Amina Rahman</p><p class="num b" style="letter-spacing:.04em">•••• 2204</p></div>
        <div class="abs" style="right:22px; top:20px">${logo(46, 'oklch(0.25 0.035 165)', 'oklch(0.81 0.148 79)')}</div>
      </div>
      <div class="row between" style="margin:18px 8px">${action('plus', 'Add')}${action('up', 'Send')}${action('in', 'Request')}${action('heartHand', 'Give')}</div>
      <div class="cut card row" style="--cut:18px; gap:16px">
        <svg width="74" height="74" viewBox="-37 -37 74 74"><circle r="30" fill="none" stroke="var(--line)" stroke-width="9" /><path d="${arc(0, 0.68, 30)}" fill="none" stroke="var(--brand)" stroke-width="9" /><g style="color:var(--gold)" transform="translate(-11 -11)">${star(22, true)}</g></svg>
        <div class="grow"><p class="s m">Zakat, 2.5% a year</p><h2 style="margin:2px 0 3px">$204 of $300 given</h2><p class="s m">$96 to go before Ramadan</p></div>${icon('right', 20)}
      </div>
      <h2 style="margin:24px 0 15px">This week</h2>
      <div class="col" style="gap:15px">${entry('insurance', 'Shared back to you', 'Family cover', '+$86.40')}${entry('eats', 'Saffron House', 'Order 418', '−$45.00')}</div>
    </div>
    ${tabBar('Wallet')}`,
}

const months = [180, 264, 238, 420, 516, 690, 884]
const chart = months.map((sum, i) => [i * 52 + 19, Math.round(138 - sum / 7.4)] as const)

const referred = (hue: string, letter: Icon, name: string, text: string, sum: string) => html`
  <div class="row" data-hue="${hue}" style="gap:13px"><span class="round tint hue">${icon(letter)}</span><div class="grow"><p class="b" style="font-size:15px">${name}</p><p class="s m">${text}</p></div><b class="num" style="font-size:16px">${sum}</b></div>`

/** A chart of an affiliate's earnings over seven months. */
export const growth = html`
  <svg width="350" height="172" viewBox="0 0 350 172">
    <path d="M0 138H350M0 92H350M0 46H350" stroke="var(--line)" />
    <path d="M${chart.map((point) => point.join(' ')).join('L')}V138H19Z" fill="oklch(0.81 0.148 79 / .17)" /><path d="M${chart.map((point) => point.join(' ')).join('L')}" fill="none" stroke="oklch(0.81 0.148 79)" stroke-width="3" />
    ${chart.map(([x, y], i) => `<path transform="translate(${x} ${y})" d="${path(khatam(i === 6 ? 11 : 6))}" fill="${i === 6 ? 'oklch(0.81 0.148 79)' : 'var(--page)'}" stroke="oklch(0.81 0.148 79)" stroke-width="2"/>`)}
    <g font-size="12" fill="var(--muted)" text-anchor="middle">${['1', '2', '3', '4', '5', '6', '7'].map((name, i) => `<text x="${i * 52 + 19}" y="161">${name}</text>`)}</g>
  </svg>`

/** An affiliate's earnings. */
export const affiliate: Scene = {
  name: 'affiliate',
  markup: html`
    <div class="night rel" style="padding-bottom:22px; clip-path:polygon(0 0, 100% 0, 100% calc(100% - 26px), calc(100% - 26px) 100%, 26px 100%, 0 calc(100% - 26px))">
      <div class="fill" style="color:var(--brand); opacity:.16; mask-image:linear-gradient(215deg, #000, transparent 60%)">${lattice(60, 130)}</div>
      ${statusBar('9:05')}
      <div style="padding:4px 22px 0"><p class="row s" style="gap:7px"><span class="gold">${star(18)}</span>Standard Affiliate · 20% of commission</p>
        <h1 style="font-size:52px; margin-top:12px" class="num">$884.00</h1><p class="m">Sample earnings this month</p></div>
      <div style="margin:6px 20px 0">${growth}</div>
    </div>
    <div class="body" style="padding-top:20px">
      <div class="cut row" style="--cut:14px; padding:10px 10px 10px 16px; background:var(--surface)"><div class="grow"><p class="xs m">Your link</p><p class="b" style="font-size:16px">halvi.com/with/amina</p></div><div class="button small accent">${icon('share', 18)}Share</div></div>
      <div class="row between" style="margin:22px 0 14px"><h2>Businesses you referred</h2><span class="b num" style="font-size:17px">14</span></div>
      <div class="col" style="gap:13px">${referred('eats', 'plate', 'Saffron House', '318 orders', '$412.00')}${referred('local', 'store', 'Noor Bakery', '206 orders', '$168.40')}${referred('mall', 'scarf', 'Layla Weaves', '97 orders', '$131.20')}${referred('eats', 'leaf', 'Nadia’s kitchen', '74 orders', '$96.40')}</div>
    </div>
    ${tabBar('Earnings', [
      ['home', 'Home'],
      ['people', 'Referrals'],
      ['chart', 'Earnings'],
      ['gift', 'Programs'],
      ['user', 'You'],
    ])}`,
}
