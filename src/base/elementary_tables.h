// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Constants of base/elementary.c. Written by tools/elementary_tables.py.

#ifndef JW_ELEMENTARY_TABLES_H
#define JW_ELEMENTARY_TABLES_H

#include <stdint.h>

// clang-format off

#define PIECES_A_LN     0x1.71547652b82fep+6 // 64/ln 2
#define LN_PIECE_HI     0x1.62e42fefap-7 // ln 2/64, 36 bits of it
#define LN_PIECE_LO     0x1.cf79abc9e3b3ap-46 // The rest
#define LN2_HI          0x1.62e42fefa38p-1 // ln 2, 42 bits of it
#define LN2_LO          0x1.ef35793c7673p-45 // The rest
#define LN2_WHOLE_HI    0x1.62e42fefa39efp-1 // ln 2, 53 bits of it
#define LN2_WHOLE_LO    0x1.abc9e3b39803fp-56 // The rest
#define LOG2_E_HI       0x1.71547652b82fep+0 // 1/ln 2, 53 bits of it
#define LOG2_E_LO       0x1.777d0ffda0d24p-56 // The rest
#define LOG10_E_HI      0x1.bcb7b1526e50ep-2 // 1/ln 10, 53 bits of it
#define LOG10_E_LO      0x1.95355baaafad3p-57 // The rest
#define LOG10_2_HI      0x1.34413509f78p-2 // log10 2, 42 bits of it
#define LOG10_2_LO      0x1.fef311f12b358p-46 // The rest
#define QUARTERS_A_RAD  0x1.45f306dc9c883p-1 // 2/pi
#define QUARTER_1       0x1.921fb544p+0 // pi/2, 33 bits of it
#define QUARTER_2       0x1.0b4611a6p-34 // The next 33 bits
#define QUARTER_3       0x1.3198a2e037073p-69 // The rest
#define QUARTER_HI      0x1.921fb54442d18p+0 // pi/2, 53 bits of it
#define QUARTER_LO      0x1.1a62633145c07p-54 // The rest

/// 2^(i/64): a double, and the rest.
static const double power_of_two[64][2] = {
    {0x1p+0, 0x0p+0},
    {0x1.02c9a3e778061p+0, -0x1.19083535b085dp-56},
    {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
    {0x1.0874518759bc8p+0, 0x1.186be4bb284ffp-57},
    {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54},
    {0x1.0e3ec32d3d1a2p+0, 0x1.03a1727c57b53p-59},
    {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
    {0x1.1429aaea92dep+0, -0x1.32fbf9af1369ep-54},
    {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55},
    {0x1.1a35beb6fcb75p+0, 0x1.e5b4c7b4968e4p-55},
    {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
    {0x1.2063b88628cd6p+0, 0x1.dc775814a8495p-55},
    {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54},
    {0x1.26b4565e27cddp+0, 0x1.2bd339940e9d9p-55},
    {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
    {0x1.2d285a6e4030bp+0, 0x1.0024754db41d5p-54},
    {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55},
    {0x1.33c08b26416ffp+0, 0x1.32721843659a6p-54},
    {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
    {0x1.3a7db34e59ff7p+0, -0x1.5e436d661f5e3p-56},
    {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55},
    {0x1.4160a21f72e2ap+0, -0x1.ef3691c309278p-58},
    {0x1.44e086061892dp+0, 0x1.89b7a04ef80dp-59},
    {0x1.486a2b5c13cdp+0, 0x1.3c1a3b69062fp-56},
    {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56},
    {0x1.4f9b2769d2ca7p+0, -0x1.4b309d25957e3p-54},
    {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
    {0x1.56f4736b527dap+0, 0x1.9bb2c011d93adp-54},
    {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54},
    {0x1.5e76f15ad2148p+0, 0x1.ba6f93080e65ep-54},
    {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
    {0x1.6623882552225p+0, -0x1.bb60987591c34p-54},
    {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54},
    {0x1.6dfb23c651a2fp+0, -0x1.bbe3a683c88abp-57},
    {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
    {0x1.75feb564267c9p+0, -0x1.0245957316dd3p-54},
    {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55},
    {0x1.7e2f336cf4e62p+0, 0x1.05d02ba15797ep-56},
    {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
    {0x1.868d99b4492edp+0, -0x1.fc6f89bd4f6bap-54},
    {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54},
    {0x1.8f1ae99157736p+0, 0x1.5cc13a2e3976cp-55},
    {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
    {0x1.97d829fde4e5p+0, -0x1.d185b7c1b85d1p-54},
    {0x1.9c49182a3f09p+0, 0x1.c7c46b071f2bep-56},
    {0x1.a0c667b5de565p+0, -0x1.359495d1cd533p-54},
    {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
    {0x1.a9e6b5579fdbfp+0, 0x1.0fac90ef7fd31p-54},
    {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54},
    {0x1.b33a2b84f15fbp+0, -0x1.2805e3084d708p-57},
    {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
    {0x1.bcc1e904bc1d2p+0, 0x1.23dd07a2d9e84p-55},
    {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55},
    {0x1.c67f12e57d14bp+0, 0x1.2884dff483cadp-54},
    {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
    {0x1.d072d4a07897cp+0, -0x1.cbc3743797a9cp-54},
    {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55},
    {0x1.da9e603db3285p+0, 0x1.c2300696db532p-54},
    {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
    {0x1.e502ee78b3ff6p+0, 0x1.39e8980a9cc8fp-55},
    {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54},
    {0x1.efa1bee615a27p+0, 0x1.dc7f486a4b6bp-54},
    {0x1.f50765b6e454p+0, 0x1.9d3e12dd8a18bp-54},
    {0x1.fa7c1819e90d8p+0, 0x1.74853f3a5931ep-55},
};

/// For i/64, from i = LOG_FIRST on: c, of 10 bits, near 64/i; -ln c, and its rest.
#define LOG_FIRST 45
static const double inverse_and_log[47][3] = {
    {0x1.6cp+0, -0x1.686c81e9b14afp-2, 0x1.ddea0f7f58e3dp-57},
    {0x1.64p+0, -0x1.51aad872df82dp-2, -0x1.3927ac19f55e3p-59},
    {0x1.5c8p+0, -0x1.3bdd24eb14b6ap-2, -0x1.2da3c6449a7dp-58},
    {0x1.558p+0, -0x1.27161913f853dp-2, -0x1.e3ec2ac9676b8p-57},
    {0x1.4e8p+0, -0x1.11e0e2dad9cb7p-2, -0x1.dc0cc6917022bp-63},
    {0x1.478p+0, -0x1.f871b28955045p-3, -0x1.4ad6c8812d31ap-63},
    {0x1.418p+0, -0x1.d293581b6b3e7p-3, 0x1.c04a2aa97ac8ep-58},
    {0x1.3bp+0, -0x1.a8becfc882f19p-3, 0x1.e8c37918c39ebp-58},
    {0x1.35p+0, -0x1.815c0a14357ebp-3, 0x1.4be48073a0564p-58},
    {0x1.2f8p+0, -0x1.5c940075972b9p-3, -0x1.adccb73379cc5p-58},
    {0x1.2ap+0, -0x1.371fc201e8f74p-3, -0x1.de6cb62af18ap-58},
    {0x1.248p+0, -0x1.10f8e422539b1p-3, -0x1.8f798d39f1b7dp-58},
    {0x1.1f8p+0, -0x1.db5270187d927p-4, -0x1.e15ab8607d2acp-58},
    {0x1.1a8p+0, -0x1.9375e55595edep-4, 0x1.e463f9e4dd92p-59},
    {0x1.158p+0, -0x1.4a50d3aa1b04p-4, -0x1.ecf768c1dd57bp-61},
    {0x1.11p+0, -0x1.075983598e471p-4, -0x1.80da5333c45b8p-59},
    {0x1.0c8p+0, -0x1.868a83083f6cfp-5, 0x1.d09a5634943dbp-61},
    {0x1.088p+0, -0x1.0b94f7c196176p-5, -0x1.da43f761f4dc4p-59},
    {0x1.04p+0, -0x1.fc0a8b0fc03e4p-7, 0x1.83092c59642a1p-62},
    {0x1p+0, 0x0p+0, 0x0p+0},
    {0x1.f8p-1, 0x1.0205658935847p-6, 0x1.27c8e8416e71fp-60},
    {0x1.f08p-1, 0x1.f7a9b16782856p-6, -0x1.36c720c147756p-60},
    {0x1.e9p-1, 0x1.788595a3577bap-5, 0x1.e5ef898b67923p-59},
    {0x1.e2p-1, 0x1.eea31c006b87cp-5, -0x1.3e4fc93b7b66cp-59},
    {0x1.dbp-1, 0x1.333d7f8183f4bp-4, 0x1.a92afc8ef70b1p-58},
    {0x1.d4p-1, 0x1.700d30aeac0e1p-4, -0x1.72566212cdd05p-61},
    {0x1.cd8p-1, 0x1.a956d3ecade63p-4, 0x1.e5300b12bd55ep-58},
    {0x1.c7p-1, 0x1.e3707ee30487bp-4, 0x1.09ccecd579d99p-58},
    {0x1.c1p-1, 0x1.0ce7ecdccc28dp-3, -0x1.692a0055dc959p-57},
    {0x1.bbp-1, 0x1.28753bc11aba5p-3, -0x1.6394d9fa33311p-57},
    {0x1.b5p-1, 0x1.4462b9dc9b3dcp-3, -0x1.629c46c186385p-58},
    {0x1.afp-1, 0x1.60b3100b09476p-3, -0x1.5b2623e05016bp-58},
    {0x1.a98p-1, 0x1.7b0091651528cp-3, 0x1.4069f303518c8p-57},
    {0x1.a4p-1, 0x1.95a5adcf7017fp-3, 0x1.142c507fb7a3dp-58},
    {0x1.9fp-1, 0x1.ae2ca6f672bd4p-3, 0x1.ab5ca9eaa088ap-57},
    {0x1.998p-1, 0x1.c97f8079d44ecp-3, 0x1.61a8c6e6c4ee7p-57},
    {0x1.948p-1, 0x1.e2a877a6b2c12p-3, -0x1.fa21e3df9943p-58},
    {0x1.8f8p-1, 0x1.fc218be620a5ep-3, -0x1.6e438c258187fp-58},
    {0x1.8bp-1, 0x1.09aa572e6c6d4p-2, 0x1.43c2e68684d53p-57},
    {0x1.86p-1, 0x1.16b5ccbacfb73p-2, 0x1.66fbd28b40935p-56},
    {0x1.818p-1, 0x1.22981fbef797bp-2, -0x1.0b04ac06cebep-59},
    {0x1.7dp-1, 0x1.2e9e2bce12286p-2, 0x1.8251a3b83d97ap-62},
    {0x1.788p-1, 0x1.3ac8ca38e5c5fp-2, -0x1.f7de015f253eep-56},
    {0x1.748p-1, 0x1.45b8c0a17df13p-2, 0x1.dbe305eaf5a2p-56},
    {0x1.7p-1, 0x1.522ae0738a3d8p-2, -0x1.8f7e9b38a6979p-57},
    {0x1.6cp-1, 0x1.5d5bddf595f3p-2, -0x1.6541148cbb8a2p-56},
    {0x1.68p-1, 0x1.68ac83e9c6a14p-2, 0x1.a64eadd740178p-58},
};

/// The angle whose tangent is i/16, and its rest.
static const double arcus_of[17][2] = {
    {0x0p+0, 0x0p+0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30dp-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/// The binary digits of 2/pi after 64 zeros, 32 in each.
static const uint32_t two_over_pi[41] = {
    0, 0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab,
    0xf0cfbc20,
};

// clang-format on

#endif // JW_ELEMENTARY_TABLES_H
