// What lscpu lists. vmx and svm matter to virtualization, the rest only to the size of an inventory.
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const baseline = words(`
  fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush mmx fxsr sse sse2 ss ht syscall nx
  pdpe1gb rdtscp lm constant_tsc rep_good nopl xtopology cpuid tsc_known_freq pni pclmulqdq ssse3 fma cx16 pcid sse4_1
  sse4_2 x2apic movbe popcnt aes xsave avx f16c rdrand hypervisor lahf_lm abm 3dnowprefetch fsgsbase bmi1 avx2 smep
  bmi2 erms invpcid rdseed adx smap clflushopt xsaveopt xsavec xgetbv1
`);

export const virtualX86 = [...baseline, "vmx"];

export const serverX86 = [
  ...baseline.filter((flag) => flag !== "hypervisor"),
  ...words(`
    vmx dts acpi tm pbe art arch_perfmon pebs bts dtes64 monitor ds_cpl smx est tm2 sdbg xtpr pdcm dca cat_l3 cdp_l3
    ibrs ibpb stibp tpr_shadow flexpriority ept vpid tsc_adjust cqm rdt_a avx512f avx512dq intel_pt avx512cd avx512bw
    avx512vl cqm_llc cqm_occup_llc cqm_mbm_total cqm_mbm_local ida arat pln pts hwp pku ospke avx512_vnni md_clear
  `),
];

export const serverArm = words(`
  fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm jscvt fcma lrcpc dcpop sha3 sm3 sm4
  asimddp sha512 sve asimdfhm dit uscat ilrcpc flagm ssbs paca pacg dcpodp svei8mm svebf16 i8mm bf16 dgh rng
`);
