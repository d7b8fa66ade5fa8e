import { icon } from '../drawings/icons.ts'
import { html } from '../html.ts'
import { businessTabs, statusBar, tabBar } from '../phone.ts'
import type { Scene } from '../scene.ts'

const paper = 'oklch(0.975 0.012 88)'
const teeth = (width: number) =>
  `<svg width="${width}" height="7" style="margin-top:-0.5px"><path d="M0 0h${width}${Array.from({ length: Math.round(width / 11) }, () => 'l-5.500 7l-5.500-7').join('')}z" fill="${paper}"/></svg>`.replaceAll(
    '.500',
    '.5',
  )

/** Returns the paper ticket of an order. */
export const ticket = (
  number: string,
  way: string,
  minutes: number,
  late: boolean,
  lines: string[],
) => html`
  <div><div style="background:${paper}; color:oklch(0.25 0.035 60); padding:12px 14px 8px">
    <div class="row between"><b class="display num" style="font-size:25px">${number}</b><span class="b num s" style="padding:3px 7px; background:${late ? 'oklch(0.81 0.148 79)' : 'oklch(0.925 0.026 35)'}">${minutes} min</span></div>
    <p class="xs" style="color:oklch(0.5 0.03 60)">${way}</p>
    <div class="col" style="gap:5px; margin-top:9px; padding-top:9px; border-top:1.5px dashed oklch(0.8 0.03 75)">${lines.map((line) => `<p class="b s">${line}</p>`)}</div>
  </div>${teeth(170)}</div>`

const ringAt = (share: number) => {
  const angle = 2 * Math.PI * share - Math.PI / 2
  return `M0-54A54 54 0 ${share > 0.5 ? 1 : 0} 1 ${(54 * Math.cos(angle)).toFixed(2)} ${(54 * Math.sin(angle)).toFixed(2)}`
}

/** Returns the dial of a kitchen: its open orders, and the number at which it takes no more. */
export const dial = (size: number) => html`
  <svg width="${size}" height="${size}" viewBox="-62 -62 124 124"><circle r="54" fill="none" stroke="var(--line)" stroke-width="11" /><path d="${ringAt(0.7)}" fill="none" stroke="var(--branch)" stroke-width="11" />
    <text y="8" text-anchor="middle" font-family="var(--font-display)" font-weight="600" font-size="36" fill="var(--ink)">14</text><text y="26" text-anchor="middle" font-size="12" fill="var(--muted)">of 20</text></svg>`

/** The order screen of a restaurant's kitchen. */
export const kitchen: Scene = {
  name: 'kitchen',
  hue: 'eats',
  theme: 'dark',
  markup: html`
    ${statusBar('7:34')}
    <div class="body" style="overflow:hidden">
      <div class="row between"><h1>Kitchen orders</h1><span class="row b s" style="gap:8px">Open<i class="cut" style="--cut:8px; display:block; width:50px; height:28px; padding:4px; background:oklch(0.81 0.148 79)"><i class="cut" style="--cut:5px; display:block; width:20px; height:20px; margin-left:22px; background:oklch(0.195 0.026 165)"></i></i></span></div>
      <div class="cut card row" style="--cut:18px; flex:none; margin-top:14px; gap:18px; padding:12px 18px">
        ${dial(118)}
        <div class="grow"><h2>Busy, not too busy</h2><p class="s m" style="margin:5px 0 12px">At 20 orders Halvi stops taking more.</p>
          <div class="row" style="gap:8px"><span class="round" style="width:38px; height:38px; border-radius:10px; background:var(--tint)">${icon('minus', 19)}</span><b class="num" style="font-size:18px; width:28px; text-align:center">20</b><span class="round" style="width:38px; height:38px; border-radius:10px; background:var(--tint)">${icon('plus', 19)}</span></div></div>
      </div>
      <div class="row" style="gap:8px; margin:12px 0 12px"><span class="chip on">To cook · 6</span><span class="chip">Ready · 3</span><span class="chip">Picked up · 5</span></div>
      <div style="display:grid; grid-template-columns:170px 170px; gap:10px 10px; align-items:start">
        ${ticket('418', 'Delivery · Bilal', 4, true, ['2 × Lamb biryani', '1 × Tabbouleh'])}
        ${ticket('419', 'Pickup · Sara', 9, false, ['1 × Mantu', '1 × Bolani', '2 × Green tea'])}
        ${ticket('420', 'Family room · 6', 12, false, ['1 × Grill for six', '6 × Flatbread', '1 × Olives, hummus'])}
        ${ticket('421', 'Delivery · waiting', 15, false, ['3 × Kofta and rice', '1 × Lentil soup'])}
        ${ticket('422', 'Pickup · Hamza', 18, false, ['2 × Grill plate'])}
        ${ticket('423', 'Delivery · waiting', 20, false, ['4 × Tabbouleh'])}
      </div>
    </div>
    ${tabBar('Orders', businessTabs)}`,
}
